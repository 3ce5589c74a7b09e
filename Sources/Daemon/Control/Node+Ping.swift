import Bytes
import Chat
import ControlAPI
import E2EE
import Kademlia
import Reactor
import Wire
import World

/// Asking one node whether it is there.
extension Node {
  func ping(_ call: ControlCall<DirectoryPing>) throws(RPCError) {
    let limit = try wait(call.params.timeoutMilliseconds, else: DaemonSettings.lookupTimeout)
    let who = call.params.who
    guard !isSelf(who) else { throw RPCError(ChatError.ownIdentity) }
    if let known = try knownContact(who) { return try ping(known, limit, call) }
    if let address = peerAddress(who) {
      guard address.onion != identity.onion else { throw RPCError(ChatError.ownIdentity) }
      progress(call, "dialling")
      return try whoIsAt(address, within: limit, for: call.client) { [self] outcome in
        goOn(call) { () throws(RPCError) in
          let nodeID = try outcome.get().nodeID
          // Who is linked answers over that link, wherever it leads.
          let known = directory.table.entry(nodeID)?.contact
          try ping(known ?? Contact(nodeID: nodeID, address: address), limit, call)
        }
      }
    }
    guard !who.lowercased().contains(".onion") else {
      throw RPCError(.badInput, "not an onion address: \(PeerAddress.mistake(in: who))")
    }
    guard let nodeID = NodeID(hex: who.lowercased()) else {
      throw RPCError(
        .notFound, "no contact and no node of the routing table is called \(who.prefix(80)) or begins with it",
        hint: "a whole node ID is looked up; sophax dir peers lists the routing table")
    }
    guard nodeID != identity.nodeID else { throw RPCError(ChatError.ownIdentity) }
    progress(call, "looking up")
    try lookUp(.node(nodeID), LookupOptions(isGuest: true), within: limit, for: call.client) { [self] outcome in
      goOn(call) { () throws(RPCError) in
        guard let address = outcome.matches.first?.verified.address else { throw notFound(outcome) }
        try ping(Contact(nodeID: nodeID, address: address), limit, call)
      }
    }
  }

  private func goOn(_ call: ControlCall<DirectoryPing>, _ body: () throws(RPCError) -> Void) {
    do throws(RPCError) { try body() } catch { fail(call, error) }
  }

  private func ping(_ contact: Contact, _ limit: Duration, _ call: ControlCall<DirectoryPing>) throws(RPCError) {
    let isLinked = linkState(of: contact.nodeID) == .proven
    if !isLinked { try requireTor() }
    var id: LookupID?
    let silence = RPCError(.timedOut, "the node has not answered")
    let wait = try addWait(limit, for: call.client) { [self] in
      if let id { pingWaits[id] = nil }
      fail(call, torTrouble ?? silence)
    }
    progress(call, isLinked ? "waiting for the answer" : "dialling")
    tellDirectory { engine, now in
      let (ping, directives) = engine.ping(contact, at: now, using: &chance)
      id = ping
      pingWaits[ping] = { [self] time in
        waits.end(wait)
        guard let time else { return fail(call, torTrouble ?? silence) }
        finish(
          call,
          DirectoryPing.Result(
            nodeID: contact.nodeID.hex, address: contact.address.text, linked: isLinked,
            milliseconds: time.milliseconds))
      }
      return directives
    }
  }

  /// Whom a person means, of the contacts and of the routing table; nil when it is nobody known with an address.
  private func knownContact(_ who: String) throws(RPCError) -> Contact? {
    let person: ChatContact?
    do throws(RPCError) { person = try contact(who) } catch {
      guard error.reason == .notFound else { throw error }
      person = nil
    }
    if let person {
      if let entry = directory.table.entry(person.nodeID) { return entry.contact }
      let onion = person.keys.flatMap { OnionAddress(signingKey: $0.signingKey) }
      let address = person.address ?? onion.map { PeerAddress($0, port: configuration.listenPort) }
      return address.map { Contact(nodeID: person.nodeID, address: $0) }
    }
    let found = directory.table.entries.map(\.contact).filter { isMeant($0, by: who) }
    guard found.count < 2 else {
      throw RPCError(
        .ambiguous, "\(found.count) nodes of the routing table begin so", hint: "use more digits of the node ID",
        candidates: found.map(\.nodeID.hex))
    }
    return found.first
  }

  private func isMeant(_ contact: Contact, by who: String) -> Bool {
    if let address = peerAddress(who) { return contact.address == address }
    let digits = who.lowercased()
    return digits.utf8.count >= ContactName.shortestBeginning && contact.nodeID.hex.hasPrefix(digits)
  }
}
