import Chat
import ControlAPI
import E2EE
import Kademlia
import Reactor
import Store
import Transport
import Wire
import World

/// What the engines decided, carried out after the commit.
extension Node {
  // MARK: The chat

  func carryOut(_ directive: ChatDirective) {
    switch directive {
    case .transmit(let type, let payload, let peer, let message): transmit(type, payload, to: peer, message)
    case .connect(let peer, let address): connect(to: peer, at: address)
    case .findMailboxes(let peer, let needsBundle): findMailboxes(of: peer, needsBundle: needsBundle)
    case .deposit(let deposits, let peer, let holder): deliver(deposits, for: peer, to: holder)
    case .withdraw(let deposits, let peer): withdraw(deposits, of: peer)
    case .drop(let drop, let peer, let message): begin(drop, for: peer, message)
    case .typing(let peer, let isTyping): tellTyping(of: peer, isTyping)
    case .fetchFile(let id): fetch(id)
    case .dropFile(let id): dropFile(id)
    case .sweepFiles: sweepFiles()
    case .event(let event):
      if let key = event.message, let state = event.state { answerWaits(for: key, in: state) }
      if let key = event.message { answerFileWaits(for: key) }
      tellSubscribers()
    }
  }

  private func transmit(_ type: MessageType, _ payload: [UInt8], to peer: NodeID, _ message: MessageID?) {
    do throws(SendError) {
      guard let pool else { throw .notConnected }
      try pool.send(identity.sign(type: type, payload: payload, at: loop.now.timestamp), to: peer)
    } catch {
      return counters.count("frames.unsent")
    }
    guard let message else { return }
    tellChat { (engine, now) throws(ChatError) in
      try engine.transmitted(message, to: peer, at: now, in: store, using: &chance)
    }
  }

  private func connect(to peer: NodeID, at address: PeerAddress?) {
    guard let address else { return lookUpAddress(of: peer) }
    guard let pool else { return }
    let outcome = pool.connect(
      to: peer, at: address, isolation: isolation(for: address), priority: .person, isUrgent: true)
    switch outcome {
    case .live(let link):
      guard let bundle = link.hello?.bundle, link.isProven else {
        return unreachable(peer, "cannot prove who it is")
      }
      tellChat { (engine, now) throws(ChatError) in
        try engine.linkProven(bundle, takesFiles: link.takesFiles, at: now, in: store, using: &chance)
      }
    case .dialling: chatDials[address, default: []].insert(peer)
    case .backingOff, .full: unreachable(peer, "too many dials are under way")
    }
  }

  private func lookUpAddress(of peer: NodeID) {
    let options = LookupOptions(paths: DaemonSettings.firstContactPaths, isGuest: true)
    seek(.value(.node(peer)), options, .person) { [self] outcome in
      guard let address = outcome.matches.first?.verified.address else {
        return unreachable(peer, "not in the directory")
      }
      connect(to: peer, at: address)
    }
  }

  // MARK: The directory

  func carryOut(_ directive: Engine.Directive) {
    switch directive {
    case .request(let id, let contact, let request):
      ask(PendingRequest(id: id, contact: contact, request: request))
    case .cancel(let id): drop(id)
    case .dialSeed(let address): dialSeed(address)
    case .probe(let contact): probe(contact)
    case .found: break
    case .finished(let id, let outcome): finished(id, outcome)
    case .pinged(let id, let time): pingWaits.removeValue(forKey: id)?(time)
    case .left: endStop()
    case .published(let report): published(report)
    case .audited(let report): audited(report)
    case .republish: publishBundle()
    case .saveContacts(let contacts): saveContacts(contacts)
    case .storeFailed(let error): log.error("directory: the record store failed: \(String(describing: error))")
    }
  }

  private func ask(_ pending: PendingRequest) {
    guard directory.isWanted(pending.id) else { return }
    if let lookup = directory.guestLookup(of: pending.id) {
      guard let guest = guests[lookup] else { return fail(pending.id, .ownNetwork) }
      return guest.ask(pending)
    }
    guard let pool else { return fail(pending.id, .ownNetwork) }
    let (nodeID, address) = (pending.contact.nodeID, pending.contact.address)
    let outcome = pool.connect(
      to: nodeID, at: address, isolation: isolation(for: address), priority: .network)
    switch outcome {
    case .live(let link): send(pending, on: link)
    case .dialling:
      guard requestsByDial[address, default: []].count < DaemonSettings.maximumRequestsPerDial else {
        return fail(pending.id, .ownNetwork)
      }
      requestsByDial[address, default: []].append(pending)
    case .backingOff: fail(pending.id, .unreachable)
    case .full: fail(pending.id, .ownNetwork)
    }
  }

  func send(_ pending: PendingRequest, on link: Link) {
    let (peer, now) = (pending.contact.nodeID, loop.now)
    let (id, message) = questions.message(asking: peer, pending.request, at: now.instant, using: &chance) { id in
      let (type, payload) = DHTCodec.encode(pending.request, id: id, sender: identity.nodeID)
      return identity.sign(type: type, payload: payload, at: now.timestamp)
    }
    do throws(SendError) {
      try link.send(message)
      questions.sent(id, for: pending.id, to: peer)
    } catch {
      fail(pending.id, .closed)
    }
  }

  func fail(_ id: Kademlia.RequestID, _ failure: RequestFailure) {
    tellDirectory { engine, now in engine.failed(id, failure, at: now, using: &chance) }
  }

  private func drop(_ id: Kademlia.RequestID) {
    for address in requestsByDial.keys { requestsByDial[address]?.removeAll { $0.id == id } }
    questions.drop(id)
    for guest in guests.values { guest.drop(id) }
  }

  private func dialSeed(_ address: PeerAddress) {
    guard let pool else { return directory.seedFailed(address) }
    note(address, .dialling)
    let outcome = pool.connect(
      to: nil, at: address, isolation: isolation(for: address), priority: .network, isUrgent: true)
    switch outcome {
    case .live(let link):
      note(address, .reached)
      guard let peer = link.peer, link.isProven else { return directory.seedFailed(address) }
      let workBits = link.hello?.bundle.workBits ?? 0
      tellDirectory { engine, now in
        engine.proven(
          Contact(nodeID: peer, address: address), dialled: link.role.dialledAddress != nil, workBits: workBits,
          at: now, using: &chance
        )
      }
    case .dialling: break
    case .backingOff, .full:
      note(address, .failed, problem: "it failed lately and is tried again soon")
      directory.seedFailed(address)
    }
  }

  /// Dials back a peer that came in, to see that its address is its own.
  private func probe(_ contact: Contact) {
    guard let pool else { return directory.probeFailed(contact, at: loop.now) }
    let outcome = pool.connect(
      to: contact.nodeID, at: contact.address, isolation: isolation(for: contact.address), priority: .network,
      isProbe: true)
    switch outcome {
    case .live: break
    case .dialling: probes[contact.address, default: []].append(contact)
    case .backingOff, .full: directory.probeFailed(contact, at: loop.now)
    }
  }

  private func saveContacts(_ contacts: [Contact]) {
    do throws(StoreError) { try store.saveContacts(contacts) } catch {
      log.warning("directory: the contacts could not be saved: \(error)")
    }
  }
}
