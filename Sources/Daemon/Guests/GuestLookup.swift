import Crypto
import E2EE
import Kademlia
import Reactor
import Transport
import Wire
import World

/// Asks the nodes of one lookup under a one-use identity, on circuits that nothing else uses, and leaves no link behind:
/// whoever is asked learns what is looked for, and not by whom. Loop-confined.
final class GuestLookup {
  /// What came of a request.
  enum News {
    case answered(Kademlia.RequestID, DHTResponse, by: NodeID)
    case failed(Kademlia.RequestID, RequestFailure)
    /// All links are closed.
    case ended
  }

  let identity: GuestIdentity
  private let loop: EventLoop
  private let pool: LinkPool
  /// Called on the loop, never within a call of this.
  private let onNews: (News) -> Void
  private var window = ReplayWindow()
  /// Requests whose contact is being dialled, and those that wait for an answer.
  private var dialled: [PeerAddress: [PendingRequest]] = [:]
  private var asked: [NodeID: [PendingRequest]] = [:]
  private var timer: Timer?
  private var isEnding = false
  private var hasEnded = false

  init(
    loop: EventLoop, dialer: any Dialer, log: Logger, using chance: inout some RandomNumberGenerator,
    onNews: @escaping (News) -> Void
  ) {
    self.loop = loop
    self.onNews = onNews
    identity = GuestIdentity(at: loop.now, using: &chance)
    pool = LinkPool(
      loop: loop, identity: identity, dialer: dialer, settings: TransportSettings(), random: SystemRandom(),
      logger: log)
    pool.onMessage = { [weak self] link, message in self?.received(message, on: link) }
    pool.onClosed = { [weak self] link, _ in self?.closed(link) }
    pool.onDialEnded = { [weak self] address, result in self?.dialEnded(address, result) }
  }

  func ask(_ pending: PendingRequest) {
    guard !hasEnded else { return fail(pending, .ownNetwork) }
    let address = pending.contact.address
    let outcome = pool.connect(
      to: pending.contact.nodeID, at: address, isolation: isolation, priority: .person, isUrgent: true)
    switch outcome {
    case .live(let link): send(pending, on: link)
    case .dialling: dialled[address, default: []].append(pending)
    case .backingOff, .full: fail(pending, .ownNetwork)
    }
  }

  /// The answer is no longer wanted.
  func drop(_ id: Kademlia.RequestID) {
    for address in dialled.keys { dialled[address]?.removeAll { $0.id == id } }
    for peer in asked.keys { asked[peer]?.removeAll { $0.id == id } }
    if isEnding { endIfDone() }
  }

  /// The lookup has ended. Holders that are given a newer record have a moment to take it; nothing else is waited for.
  func end() {
    guard !isEnding else { return }
    isEnding = true
    let late = (Array(dialled.values.joined()) + asked.values.joined()).filter { !$0.isGift }
    for pending in late {
      drop(pending.id)
      fail(pending, .ownNetwork)
    }
    let timer = Timer(loop: loop) { [weak self] in self?.close() }
    timer.schedule(after: DaemonSettings.guestFarewell)
    self.timer = timer
    endIfDone()
  }

  /// Closes everything at once and says nothing more.
  func cancel() {
    hasEnded = true
    timer = nil
    pool.closeAll()
  }

  // MARK: Inside

  /// The identity is new, and so are the circuit's credentials.
  private var isolation: String { "guest/\(identity.identity.nodeID.peerID)" }

  private func endIfDone() {
    let isWaiting = dialled.values.contains { !$0.isEmpty } || asked.values.contains { !$0.isEmpty }
    if isEnding, !isWaiting { close() }
  }

  private func close() {
    guard !hasEnded else { return }
    cancel()
    tell(.ended)
  }

  private func fail(_ pending: PendingRequest, _ failure: RequestFailure) { tell(.failed(pending.id, failure)) }

  private func tell(_ news: News) { loop.later { [onNews] in onNews(news) } }

  private func dialEnded(_ address: PeerAddress, _ result: Result<Link, DialFailure>) {
    for pending in dialled.removeValue(forKey: address) ?? [] {
      switch result {
      case .success(let link) where link.peer == pending.contact.nodeID && link.isProven: send(pending, on: link)
      case .success(let link) where link.peer == pending.contact.nodeID: fail(pending, .unreachable)
      case .success: fail(pending, .otherIdentity)
      case .failure(let failure): fail(pending, RequestFailure(failure))
      }
    }
    endIfDone()
  }

  private func send(_ pending: PendingRequest, on link: Link) {
    let (type, payload) = DHTCodec.encode(pending.request, id: pending.id, sender: identity.identity.nodeID)
    do throws(SendError) {
      try link.send(identity.identity.sign(type: type, payload: payload, at: loop.now.timestamp))
      asked[pending.contact.nodeID, default: []].append(pending)
    } catch {
      fail(pending, .closed)
    }
  }

  /// A guest is only ever answered; what else a node says to it is passed over.
  private func received(_ message: UnverifiedMessage, on link: Link) {
    guard link.isProven, let bundle = link.hello?.bundle, let first = asked[bundle.nodeID]?.first,
      let verified = try? message.verified(by: bundle.keys, at: loop.now, window: &window),
      let answer = try? DHTCodec.decodeResponse(verified.type, verified.payload)
    else { return }
    // Builds of the original do not say which question they answer.
    let id = answer.id ?? first.id
    guard asked[bundle.nodeID]?.contains(where: { $0.id == id }) == true else { return }
    asked[bundle.nodeID]?.removeAll { $0.id == id }
    tell(.answered(id, answer.response, by: bundle.nodeID))
    endIfDone()
  }

  private func closed(_ link: Link) {
    guard let peer = link.peer, link.isProven, pool.link(to: peer) == nil else { return }
    for pending in asked.removeValue(forKey: peer) ?? [] { fail(pending, .closed) }
    endIfDone()
  }
}

extension PendingRequest {
  /// Whether it brings a record instead of asking for one.
  var isGift: Bool {
    switch request {
    case .store: true
    case .ping, .findNode, .findValue: false
    }
  }
}

extension RequestFailure {
  /// What a dial that failed says of the contact.
  init(_ failure: DialFailure) {
    switch failure {
    case .noLink(.hello(.wrongPeer)): self = .otherIdentity
    case .notReached, .noLink, .cancelled: self = failure.isOurs ? .ownNetwork : .unreachable
    }
  }
}
