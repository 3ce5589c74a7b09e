import Chat
import ControlAPI
import Crypto
import E2EE
import Kademlia
import Reactor
import Relay
import Store
import Tor
import Transport
import Wire
import World

/// A DHT request whose contact is being dialled.
struct PendingRequest {
  let id: Kademlia.RequestID
  let contact: Contact
  let request: DHTRequest
}

/// A call that waits to learn who answers at an address.
struct DialWait {
  let wait: Waits.ID
  let then: (Result<VerifiedBundle, RPCError>) -> Void
}

/// Links to peers: made, told to the engines, lost.
extension Node {
  /// Where others reach this node.
  var ownAddress: PeerAddress {
    switch network {
    case .tor: PeerAddress(identity.onion, port: configuration.listenPort)
    case .loopback: .loopback(port: configuration.listenPort)
    }
  }

  func makePool(dialer: any Dialer) -> LinkPool {
    let bundles = HelloBundles(identity) { [unowned self] peer, now in helloBundle(for: peer, at: now) }
    let pool = LinkPool(
      loop: loop, identity: bundles, dialer: dialer, settings: TransportSettings(), random: SystemRandom(),
      logger: log.labelled("links"))
    pool.onLink = { [unowned self] link in linkUp(link) }
    pool.onMessage = { [unowned self] link, message in received(message, on: link) }
    pool.onFileFrame = { [unowned self] link, frame in received(frame, on: link) }
    pool.onWritten = { [unowned self] link in
      if let peer = link.peer, link.takesFiles { sendChunks(to: peer) }
    }
    pool.onClosed = { [unowned self] link, reason in linkDown(link, reason) }
    pool.onDialEnded = { [unowned self] address, result in dialEnded(address, result) }
    pool.isProtected = { [unowned self] peer in isContact(peer) }
    return pool
  }

  /// The bundle for a hello. A one-time prekey that it shows is reserved, and that is durable before it leaves.
  private func helloBundle(for peer: NodeID?, at now: Moment) -> PreKeyBundle {
    guard let peer, var ring = try? store.preKeyRing() else { return directoryBundle(at: now.timestamp) }
    let bundle = ring.bundle(
      for: .hello(peer, isContact: isContact(peer)), of: identity, address: ownAddress, at: now.timestamp,
      using: &chance)
    guard (try? store.savePreKeyRing(ring)) != nil, commit() else { return directoryBundle(at: now.timestamp) }
    return bundle
  }

  /// The bundle for everybody, without a one-time prekey.
  func directoryBundle(at time: Timestamp) -> PreKeyBundle {
    if let ring = try? store.preKeyRing() { preKeys = ring }
    return preKeys.directoryBundle(of: identity, address: ownAddress, at: time)
  }

  /// Rotates and refills the prekeys; a new signed or ML-KEM prekey is published at once.
  func careForPreKeys() {
    let now = loop.now
    nextPreKeyCare = now.instant + DaemonSettings.preKeyCare
    do throws(StoreError) {
      guard var ring = try store.preKeyRing() else { return }
      let before = (ring.currentSignedPreKey.id, ring.currentPQPreKey?.id)
      guard ring.maintain(at: now.timestamp, using: &chance) else { return }
      try store.savePreKeyRing(ring)
      preKeys = ring
      if (ring.currentSignedPreKey.id, ring.currentPQPreKey?.id) != before { publishBundle() }
    } catch {
      log.warning("prekeys: \(error); they are looked after again in an hour")
    }
  }

  private func isContact(_ peer: NodeID) -> Bool { (try? store.chatContact(peer))?.trust == .accepted }

  // MARK: Up and down

  private func linkUp(_ link: Link) {
    guard let hello = link.hello else { return }
    let bundle = hello.bundle
    guard link.isProven else { return counters.count("links.unproven") }
    switch link.role {
    case .accepted:
      tor?.heardFromOutside()
      noteClock(of: hello)
    case .dialled: break
    }
    let address = link.role.dialledAddress ?? bundle.address
    if let address {
      let contact = Contact(nodeID: bundle.nodeID, address: address)
      tellDirectory { engine, now in
        engine.proven(
          contact, dialled: link.role.dialledAddress != nil, workBits: bundle.workBits, at: now, using: &chance)
      }
    }
    tellChat { (engine, now) throws(ChatError) in
      try engine.linkProven(bundle, takesFiles: link.takesFiles, at: now, in: store, using: &chance)
    }
    filesLinkUp(link)
    handOver(to: bundle.nodeID)
  }

  private func linkDown(_ link: Link, _ reason: LinkCloseReason) {
    counters.count("links.closed.\(reason.name)")
    mailbox.linkClosed(link.id)
    relay.linkClosed(link.id)
    drops.linkClosed(link.id)
    guard let peer = link.peer, link.isProven, pool?.link(to: peer) == nil else { return }
    for id in questions.lose(peer) {
      tellDirectory { engine, now in engine.failed(id, .closed, at: now, using: &chance) }
    }
    directory.linkDown(peer)
    filesLinkDown(peer)
    mailbox.linkLost(peer)
    tellChat { (engine, now) throws(ChatError) in try engine.linkLost(peer, at: now, in: store, using: &chance) }
  }

  // MARK: Dials

  /// One circuit for all that goes to one address, and none shared between two.
  func isolation(for address: PeerAddress) -> String { "link/\(address.host)" }

  private func dialEnded(_ address: PeerAddress, _ result: Result<Link, DialFailure>) {
    noteClock(address, result)
    noteSeed(address, result)
    answerDialWaits(address, result)
    for pending in requestsByDial.removeValue(forKey: address) ?? [] { goOn(with: pending, after: result) }
    for contact in probes.removeValue(forKey: address) ?? [] { probeEnded(contact, result) }
    for (envelope, peer) in envelopesByDial.removeValue(forKey: address) ?? [] { goOn(with: envelope, to: peer) }
    for peer in chatDials.removeValue(forKey: address) ?? [] {
      guard case .failure(let failure) = result, pool?.link(to: peer) == nil else { continue }
      unreachable(peer, failure.description)
    }
  }

  private func probeEnded(_ contact: Contact, _ result: Result<Link, DialFailure>) {
    switch result {
    case .success(let link) where link.peer == contact.nodeID:
      let workBits = link.hello?.bundle.workBits ?? 0
      tellDirectory { engine, now in
        engine.proven(contact, dialled: true, workBits: workBits, at: now, using: &chance)
      }
    case .success, .failure: directory.probeFailed(contact, at: loop.now)
    }
  }

  private func goOn(with pending: PendingRequest, after result: Result<Link, DialFailure>) {
    switch result {
    case .success(let link) where link.peer == pending.contact.nodeID: send(pending, on: link)
    case .success: fail(pending.id, .otherIdentity)
    case .failure(let failure): fail(pending.id, RequestFailure(failure))
    }
  }

  private func noteSeed(_ address: PeerAddress, _ result: Result<Link, DialFailure>) {
    switch result {
    case .success: note(address, .reached)
    case .failure(let failure):
      note(address, .failed, problem: failure.description)
      directory.seedFailed(address)
    }
  }

  func unreachable(_ peer: NodeID, _ reason: String) {
    tellChat { (engine, now) throws(ChatError) in
      try engine.unreachable(peer, reason, at: now, in: store, using: &chance)
    }
  }

  /// Dials an address, whoever is there, and tells who proved to be.
  func whoIsAt(
    _ address: PeerAddress, within limit: Duration, for client: ControlClient,
    then: @escaping (Result<VerifiedBundle, RPCError>) -> Void
  ) throws(RPCError) {
    guard let pool else { throw RPCError(.stopping, "the daemon is starting or stopping") }
    let outcome = pool.connect(
      to: nil, at: address, isolation: isolation(for: address), priority: .person, isUrgent: true)
    switch outcome {
    case .live(let link):
      guard let bundle = link.hello?.bundle, link.isProven else {
        throw RPCError(.stateForbids, "the peer at that address cannot prove who it is")
      }
      then(.success(bundle))
    case .dialling:
      var own: Waits.ID?
      let wait = try addWait(limit, for: client) { [self] in
        dialWaits[address]?.removeAll { $0.wait == own }
        then(.failure(RPCError(.timedOut, "nobody answered at that address in time")))
      }
      own = wait
      dialWaits[address, default: []].append(DialWait(wait: wait, then: then))
    case .backingOff, .full: throw RPCError(.refused, "too many dials are under way", hint: "try again in a moment")
    }
  }

  private func answerDialWaits(_ address: PeerAddress, _ result: Result<Link, DialFailure>) {
    for waiting in dialWaits.removeValue(forKey: address) ?? [] {
      waits.end(waiting.wait)
      switch result {
      case .success(let link):
        if link.isProven, let bundle = link.hello?.bundle {
          waiting.then(.success(bundle))
        } else {
          waiting.then(.failure(RPCError(.stateForbids, "the peer at that address cannot prove who it is")))
        }
      case .failure(let failure):
        let error = RPCError(
          failure.isOurs ? .torUnavailable : .notFound, "the address was not reached: \(failure)")
        waiting.then(.failure(failure.isOurs ? torTrouble ?? error : error))
      }
    }
  }

  // MARK: Sending

  /// Signs a message with a fresh timestamp and writes it to a link.
  func send(_ type: MessageType, _ payload: [UInt8], on link: Link) {
    do throws(SendError) {
      try link.send(identity.sign(type: type, payload: payload, at: loop.now.timestamp))
    } catch {
      counters.count("frames.unsent")
    }
  }

  func linkState(of nodeID: NodeID) -> LinkState { pool?.link(to: nodeID) == nil ? .none : .proven }

  func linkState(of contact: ChatContact) -> LinkState {
    if pool?.link(to: contact.nodeID) != nil { return .proven }
    return chatDials.values.contains { $0.contains(contact.nodeID) } ? .dialling : .none
  }
}
