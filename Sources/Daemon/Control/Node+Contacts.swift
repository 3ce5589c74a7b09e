import Bytes
import Chat
import ControlAPI
import E2EE
import Kademlia
import Reactor
import Store
import Wire
import World

/// The contact methods.
extension Node {
  // MARK: Adding

  /// `who` is a node ID, a prefix, an onion address or a link. Whatever is not a whole identity is resolved first: by
  /// the directory, or by dialling the address and looking who proves to be there.
  func addContact(_ call: ControlCall<ContactAdd>) throws(RPCError) {
    let who = call.params.who
    let name = call.params.name
    let timeout = try wait(call.params.timeoutMilliseconds, else: DaemonSettings.lookupTimeout)
    do throws(ChatError) {
      try chat.requireName(name, unless: mayBeMeant(by: who), in: store)
    } catch {
      throw RPCError(error)
    }
    if let link = ContactLink(who) {
      try refuseOwn(link.address.onion)
      if let nodeID = link.nodeID {
        try refuseForeign(link.address, of: nodeID)
        return try add(nodeID, at: link.address, name, call)
      }
      return try resolve(link.address, expecting: link.prefix, name, timeout, call)
    }
    guard !who.lowercased().hasPrefix(ContactLink.scheme) else {
      throw RPCError(.badInput, "the link is not one of sophaxchat://add?id=…&onion=…&port=…")
    }
    if let address = peerAddress(who) {
      try refuseOwn(address.onion)
      return try resolve(address, expecting: nil, name, timeout, call)
    }
    guard let prefix = PeerPrefix(who) else {
      if who.lowercased().contains(".onion") {
        throw RPCError(.badInput, "not an onion address: \(PeerAddress.mistake(in: who))")
      }
      throw RPCError(
        .badInput, "neither a node ID, a prefix of 8 to 64 hexadecimal digits, an onion address nor a link",
        hint: "the other person's sophax id show prints what can be added")
    }
    if let nodeID = prefix.nodeID { return try add(nodeID, at: nil, name, call) }
    try resolve(prefix, name, timeout, call)
  }

  /// Whether `who`, before it is resolved, may turn out to be this contact.
  private func mayBeMeant(by who: String) -> (ChatContact) -> Bool {
    guard let link = ContactLink(who) else { return identification(who) }
    return { link.prefix.matches($0.nodeID) }
  }

  /// A dial to oneself would only fail, minutes later.
  private func refuseOwn(_ onion: OnionAddress?) throws(RPCError) {
    if onion == identity.onion { throw RPCError(ChatError.ownIdentity) }
  }

  /// The contacts of the directory have proven who is at their addresses.
  private func refuseForeign(_ address: PeerAddress, of nodeID: NodeID) throws(RPCError) {
    guard let onion = address.onion else { return }
    let isForeign = directory.table.entries.contains { entry in
      guard let known = entry.contact.address.onion else { return false }
      return (known == onion) != (entry.contact.nodeID == nodeID)
    }
    if isForeign { throw RPCError(ChatError.foreignAddress) }
  }

  private func add(
    _ nodeID: NodeID, at address: PeerAddress?, _ name: String?, _ call: ControlCall<ContactAdd>
  ) throws(RPCError) {
    try finish(call, nodeID) { (engine, now) throws(ChatError) in
      ((), try engine.addContact(nodeID, address: address, localName: name, at: now, in: store, using: &chance))
    }
  }

  private func add(_ bundle: VerifiedBundle, _ call: ControlCall<ContactAdd>) throws(RPCError) {
    let name = call.params.name
    try finish(call, bundle.nodeID) { (engine, now) throws(ChatError) in
      ((), try engine.addContact(bundle, localName: name, at: now, in: store, using: &chance))
    }
  }

  private func finish(
    _ call: ControlCall<ContactAdd>, _ nodeID: NodeID,
    _ verb: (inout ChatEngine, Moment) throws(ChatError) -> (result: Void, directives: [ChatDirective])
  ) throws(RPCError) {
    let before = try chatContact(nodeID)
    do throws(ChatError) { try withChat(verb) } catch { throw RPCError(error) }
    guard let contact = try chatContact(nodeID) else {
      throw RPCError(.internalFailure, "the contact is not there")
    }
    finish(call, ContactAdd.Result(contact: try view(of: contact), added: before?.trust != .accepted))
  }

  /// Dials an address and adds whoever proves to be there.
  private func resolve(
    _ address: PeerAddress, expecting prefix: PeerPrefix?, _ name: String?, _ timeout: Duration,
    _ call: ControlCall<ContactAdd>
  ) throws(RPCError) {
    progress(call, "dialling")
    try whoIsAt(address, within: timeout, for: call.client) { [self] outcome in
      guard !call.client.isGone else { return }
      do throws(RPCError) {
        let bundle = try outcome.get()
        guard prefix?.matches(bundle.nodeID) != false else {
          throw RPCError(.stateForbids, "somebody else answers at that address: the link is wrong or forged")
        }
        try add(bundle, call)
      } catch {
        fail(call, error)
      }
    }
  }

  /// Looks a prefix up and adds the one node that has it.
  private func resolve(
    _ prefix: PeerPrefix, _ name: String?, _ timeout: Duration, _ call: ControlCall<ContactAdd>
  ) throws(RPCError) {
    progress(call, "looking up")
    let options = LookupOptions(
      paths: DaemonSettings.firstContactPaths, isGuest: call.params.asSelf != true)
    try lookUp(.prefix(prefix), options, within: timeout, for: call.client) { [self] outcome in
      guard !call.client.isGone else { return }
      do throws(RPCError) {
        let matches = outcome.matches.filter { $0.record.nodeID != identity.nodeID }
        guard let match = matches.first else {
          throw prefix.matches(identity.nodeID) ? RPCError(ChatError.ownIdentity) : notFound(outcome)
        }
        guard matches.count == 1 else {
          throw RPCError(
            .ambiguous, "\(matches.count) nodes have that prefix", hint: "add one of them by its node ID",
            candidates: matches.map(\.record.nodeID.hex))
        }
        try add(match.verified, call)
      } catch {
        fail(call, error)
      }
    }
  }

  // MARK: The others

  func listContacts(_ params: ContactList.Params) throws(RPCError) -> ContactList.Result {
    var views: [ContactView] = []
    // Whoever only asks to be one is no contact: contact.requests lists them.
    for contact in try chatContacts()
    where params.state.map({ $0.trust == contact.trust }) ?? (contact.trust != .requested) {
      views.append(try view(of: contact))
    }
    return ContactList.Result(
      contacts: views.sorted {
        ($0.name ?? $0.username ?? "", $0.nodeID) < ($1.name ?? $1.username ?? "", $1.nodeID)
      })
  }

  func showContact(_ params: ContactReference) throws(RPCError) -> ContactResult {
    ContactResult(contact: try view(of: try contact(params.who)))
  }

  func acceptContact(_ params: ContactReference) throws(RPCError) -> ContactResult {
    let nodeID = try contact(params.who, preferring: .requested).nodeID
    return try change(nodeID) { (engine, now) throws(ChatError) in
      ((), try engine.acceptRequest(of: nodeID, at: now, in: store, using: &chance))
    }
  }

  func blockContact(_ params: ContactBlock.Params) throws(RPCError) -> ContactResult {
    let contact = try contact(params.who)
    let nodeID = contact.nodeID
    let shown = try view(of: contact)
    do throws(ChatError) {
      try withChat { (engine, now) throws(ChatError) in
        (
          (),
          params.blocked
            ? try engine.blockContact(nodeID, at: now, in: store, using: &chance)
            : try engine.unblockContact(nodeID, at: now, in: store, using: &chance)
        )
      }
    } catch {
      throw RPCError(error)
    }
    // Who was nobody before the block is nobody again.
    guard let now = try chatContact(nodeID) else { return ContactResult(contact: shown) }
    return ContactResult(contact: try view(of: now))
  }

  func renameContact(_ params: ContactRename.Params) throws(RPCError) -> ContactResult {
    let nodeID = try contact(params.who).nodeID
    let name = params.name.isEmpty ? nil : params.name
    return try change(nodeID) { (engine, now) throws(ChatError) in
      ((), try engine.renameContact(nodeID, to: name, at: now, in: store, using: &chance))
    }
  }

  func removeContact(_ params: ContactReference) throws(RPCError) -> ContactResult {
    let contact = try contact(params.who)
    let shown = try view(of: contact)
    do throws(ChatError) {
      try withChat { (engine, now) throws(ChatError) in
        ((), try engine.removeContact(contact.nodeID, at: now, in: store, using: &chance))
      }
    } catch {
      throw RPCError(error)
    }
    return ContactResult(contact: shown)
  }

  func listRequests() throws(RPCError) -> ContactRequests.Result {
    let requests: [ContactRequest]
    do throws(ChatError) { requests = try chat.requests(in: store) } catch { throw RPCError(error) }
    let all = try chatContacts()
    var views: [ContactRequestView] = []
    for request in requests {
      views.append(
        ContactRequestView(
          contact: try view(of: request.contact), messages: request.messages.count,
          preview: request.messages.first?.body,
          received: request.messages.first?.receivedAt ?? request.contact.addedAt,
          conflicts: conflicts(of: request.contact, among: all)))
    }
    return ContactRequests.Result(requests: views)
  }

  private func conflicts(of request: ChatContact, among all: [ChatContact]) -> [ConflictView]? {
    let found = chat.conflicts(of: request, among: all)
    guard !found.isEmpty else { return nil }
    return found.map { conflict in
      let other = all.first { $0.nodeID == conflict.other }
      return ConflictView(
        kind: ConflictKind(conflict.kind), nodeID: conflict.other.hex, name: other?.name,
        isRequest: other?.trust == .requested)
    }
  }

  func change(
    _ nodeID: NodeID,
    _ verb: (inout ChatEngine, Moment) throws(ChatError) -> (result: Void, directives: [ChatDirective])
  ) throws(RPCError) -> ContactResult {
    do throws(ChatError) { try withChat(verb) } catch { throw RPCError(error) }
    guard let contact = try chatContact(nodeID) else { throw RPCError(.notFound, "the contact is gone") }
    return ContactResult(contact: try view(of: contact))
  }

  // MARK: Finding

  /// The contact that a person means: by the name that the owner gave, else by the node ID, a beginning of it or the
  /// onion address, else by the name that the peer gives itself. Anybody may give himself any name, so that one comes
  /// last and does not hide another contact. Names are unique in whatever case, and so they are looked up.
  ///
  /// - Parameter trust: of several that give themselves the name, the one in this state is meant.
  func contact(_ who: String, preferring trust: ChatContact.Trust? = nil) throws(RPCError) -> ChatContact {
    if isSelf(who) { return ownContact }
    let all = try chatContacts()
    let word = who.lowercased()
    if let named = all.first(where: { $0.localName?.lowercased() == word }) { return named }
    let identified = all.filter(identification(who))
    let alike = all.filter { $0.localName == nil && $0.username?.lowercased() == word }
    let exact = alike.filter { $0.username == who }
    let called = exact.isEmpty ? alike : exact
    let preferred = called.filter { $0.trust == trust }
    let found = !identified.isEmpty ? identified : preferred.isEmpty ? called : preferred
    guard let only = found.first else {
      let least = ContactName.shortestBeginning
      let few = who.utf8.count < least ? "a node ID is named by at least \(least) of its digits; " : ""
      throw RPCError(
        .notFound, "no contact is called \(who.prefix(80)) or begins with it",
        hint: few + "sophax contact list shows all"
      )
    }
    guard found.count == 1 else {
      throw RPCError(
        .ambiguous, "\(found.count) contacts answer to \(who.prefix(80))", hint: "use more digits of the node ID",
        candidates: found.map(\.nodeID.hex))
    }
    return only
  }

  /// Whether the conversation with oneself is meant.
  func isSelf(_ who: String) -> Bool {
    let word = who.lowercased()
    return word == ContactView.selfName || word == identity.nodeID.hex || peerAddress(who)?.onion == identity.onion
  }

  /// What stands for the owner in the conversation with himself.
  var ownContact: ChatContact {
    ChatContact(
      nodeID: identity.nodeID,
      keys: identity.keys,
      localName: ContactView.selfName, trust: .accepted, addedAt: Timestamp(milliseconds: 0))
  }

  /// Whether a contact's node ID begins so, or its address is this one.
  private func identification(_ who: String) -> (ChatContact) -> Bool {
    if let onion = peerAddress(who)?.onion { return { $0.keys?.onion == onion || $0.address?.onion == onion } }
    let digits = who.lowercased()
    guard (ContactName.shortestBeginning...64).contains(digits.utf8.count),
      digits.utf8.allSatisfy({ Hex.value($0) != nil })
    else { return { _ in false } }
    return { $0.nodeID.hex.hasPrefix(digits) }
  }

  func chatContact(_ nodeID: NodeID) throws(RPCError) -> ChatContact? {
    if nodeID == identity.nodeID { return ownContact }
    do { return try store.chatContact(nodeID) } catch { throw RPCError(error) }
  }

  func chatContacts() throws(RPCError) -> [ChatContact] {
    do { return try store.chatContacts() } catch { throw RPCError(error) }
  }

  func sessionState(of contact: ChatContact) throws(RPCError) -> (PeerSessions?, SessionState) {
    let waits: Bool
    do { waits = try store.countOutbox(of: contact.nodeID) > 0 } catch { throw RPCError(error) }
    do throws(StoreError) {
      let sessions = try store.peerSessions(with: contact.nodeID)
      return (sessions, SessionState(sessions?.current, healedAt: contact.healedAt, waits: waits))
    } catch {
      // The next message begins another: one damaged record hides neither this contact nor all others.
      guard NodeStore.isDamagedRecord(error) else { throw RPCError(error) }
      return (nil, .broken)
    }
  }

  func view(of contact: ChatContact) throws(RPCError) -> ContactView {
    let (sessions, session) = try sessionState(of: contact)
    let unread: Int
    do { unread = try store.countUnread(with: contact.nodeID) } catch { throw RPCError(error) }
    let link = linkState(of: contact)
    var view = ContactView(
      contact, session: session, handshake: (sessions?.current?.handshake).map(SessionHandshake.init), link: link,
      port: configuration.listenPort, unread: unread)
    if contact.nodeID == identity.nodeID { view.added = nil }
    return view
  }

  /// An address as people type it: `host.onion`, with or without `:port`.
  func peerAddress(_ text: String) -> PeerAddress? {
    PeerAddress(text) ?? PeerAddress("\(text):\(PeerAddress.standardPort)")
  }
}
