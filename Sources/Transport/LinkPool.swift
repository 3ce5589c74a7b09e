package import Reactor
package import Wire
package import World

/// The links of one identity: it listens, dials on demand, and keeps one link to each proven peer. Loop-confined.
///
/// A node that asks the network as a guest has a second pool, with the guest's identity and no listener.
package final class LinkPool {
  /// The peer of a link is known; its messages follow. A link that lost against another one to the same peer is not
  /// announced.
  package var onLink: ((Link) -> Void)?
  /// A message came: of a known type and size, and nothing else about it is checked.
  package var onMessage: ((Link, UnverifiedMessage) -> Void)?
  /// A file frame came on a proven link; whether this node has asked for it.
  package var onFileFrame: ((Link, FileFrame) -> Bool)?
  /// Some of a link's output has left, and less than half of the high-water mark is left.
  package var onWritten: ((Link) -> Void)?
  /// A link that was announced has ended. With `replaced`, another link to the peer stands.
  package var onClosed: ((Link, LinkCloseReason) -> Void)?
  /// A dial that `connect` promised has ended, in a link to the peer or in a failure.
  package var onDialEnded: ((PeerAddress, Result<Link, DialFailure>) -> Void)?
  /// Whether a peer's link is kept when places run out: contacts, say.
  package var isProtected: (NodeID) -> Bool = { _ in false }

  let context: LinkContext
  let dialer: any Dialer
  let logger: Logger
  var links: [UInt64: Link] = [:]
  var proven: [NodeID: Link] = [:]
  var dials: [PeerAddress: Dial] = [:]
  var queue: DialQueue
  var backoff: BackoffTable
  private var announced: Set<UInt64> = []
  private var lastID: UInt64 = 0
  private var listener: Listener?

  package init(
    loop: EventLoop, identity: any LinkIdentity, dialer: any Dialer, settings: TransportSettings,
    random: any RandomNumberGenerator, logger: Logger
  ) {
    context = LinkContext(loop: loop, identity: identity, settings: settings, random: random)
    self.dialer = dialer
    self.logger = logger
    queue = DialQueue(settings: settings)
    backoff = BackoffTable(settings: settings)
  }

  /// What happened on links that were refused or given up.
  package var counters: Counters { context.counters }

  // MARK: Links

  /// The link to a proven peer.
  package func link(to peer: NodeID) -> Link? { proven[peer] }

  /// The link of that number, while it lasts.
  package func link(numbered id: UInt64) -> Link? { links[id] }

  /// All peers with a proven link.
  package var provenPeers: [NodeID] { Array(proven.keys) }

  package var counts: LinkCounts {
    var counts = LinkCounts()
    for link in links.values {
      switch link.role {
      case .accepted: counts.inbound += 1
      case .dialled: counts.outbound += 1
      }
      switch link.proof {
      case .proven: counts.proven += 1
      case .unproven: counts.unproven += 1
      case nil: counts.greeting += 1
      }
    }
    (counts.dialling, counts.waiting) = (queue.activeCount, queue.waitingCount)
    return counts
  }

  /// Sends a message to a proven peer.
  package func send(_ message: WireMessage, to peer: NodeID) throws(SendError) {
    guard let link = proven[peer] else { throw .notConnected }
    try link.send(message)
  }

  /// Gives up all dials, stops listening, and closes all links in good order.
  package func closeAll() {
    listener = nil
    for address in Array(dials.keys) { endDial(address, .failure(.cancelled)) }
    for link in Array(links.values) { link.close() }
  }

  // MARK: Listening

  /// Accepts links at `endpoint`, which tor forwards to, instead of an earlier one.
  /// - Returns: the TCP port, also when port 0 was asked for.
  @discardableResult
  package func listen(at endpoint: Endpoint) throws(ListenError) -> UInt16? {
    let listener = try Listener(loop: context.loop, at: endpoint)
    listener.onAccept = { [unowned self] in accept($0) }
    listener.onExhausted = { [unowned self] error in
      logger.warning("no link can be accepted: \(error)")
      context.counters.count("links.exhausted")
      idlest { _ in true }?.close(.evicted)
    }
    self.listener = listener
    return listener.port
  }

  private func accept(_ connection: Connection) {
    guard makeRoomForInbound() else {
      context.counters.count("links.refused.full")
      return
    }
    add(connection, .accepted).start()
  }

  // MARK: The life of a link

  func add(_ connection: Connection, _ role: LinkRole) -> Link {
    lastID += 1
    let link = Link(id: lastID, role: role, connection: connection, context: context)
    links[link.id] = link
    link.onEstablished = { [unowned self, unowned link] in established(link, $0) }
    link.onMessage = { [unowned self, unowned link] in onMessage?(link, $0) }
    link.onFileFrame = { [unowned self, unowned link] in onFileFrame?(link, $0) ?? false }
    link.onWritten = { [unowned self, unowned link] in onWritten?(link) }
    link.onEnded = { [unowned self, unowned link] in ended(link, $0) }
    link.onInputFull = { [unowned self] in dropLargestInput() }
    link.onOutputGrown = { [unowned self] in boundOutput() }
    return link
  }

  private func established(_ link: Link, _ proof: LinkProof) {
    switch proof {
    case .unproven: announce(link)
    case .proven:
      guard let peer = link.hello?.bundle else { return }
      backoff.succeeded(PeerAddress(peer.keys.onion))
      if settle(link, with: peer.nodeID) { announce(link) }
    }
    guard let current = link.isCurrent ? link : link.peer.flatMap({ proven[$0] }) else { return }
    if let address = link.role.dialledAddress { endDial(address, .success(current)) }
    guard proof == .proven, let peer = link.peer else { return }
    for address in dials.filter({ $0.value.expected == peer && $0.value.link == nil && !$0.value.isProbe }).keys {
      endDial(address, .success(current))
    }
  }

  /// Decides between a newly proven link and an older one. - Returns: whether the new one stays.
  private func settle(_ link: Link, with peer: NodeID) -> Bool {
    guard let older = proven[peer] else {
      proven[peer] = link
      return true
    }
    let choice = LinkChoice(settings: context.settings)
    guard choice.newerWins(older: candidate(older, peer), newer: candidate(link, peer)) else {
      link.retire()
      return false
    }
    proven[peer] = link
    older.retire()
    return true
  }

  private func candidate(_ link: Link, _ peer: NodeID) -> LinkChoice.Candidate {
    let dialler: NodeID
    switch link.role {
    case .dialled: dialler = context.identity.keys.nodeID
    case .accepted: dialler = peer
    }
    return LinkChoice.Candidate(dialler: dialler, provenAt: link.establishedAt ?? context.loop.now.instant)
  }

  private func announce(_ link: Link) {
    announced.insert(link.id)
    onLink?(link)
  }

  private func ended(_ link: Link, _ reason: LinkCloseReason) {
    links[link.id] = nil
    if let peer = link.peer, proven[peer] === link { proven[peer] = nil }
    switch reason {
    case .hello(let failure): logger.debug("no link: \(failure)")
    case .connection, .idle, .stalled, .oversizeFrame, .garbage, .evicted, .replaced, .requested:
      logger.debug("link closed: \(reason)")
    }
    let wasAnnounced = announced.remove(link.id) != nil
    context.loop.later { [weak self] in
      guard let self else { return }
      if wasAnnounced { onClosed?(link, reason) }
      if let address = link.role.dialledAddress, dials[address]?.link === link {
        endDial(address, .failure(.noLink(reason)))
      }
    }
  }
}
