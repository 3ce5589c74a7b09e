package import Wire
package import World

/// What this node fetches from others, as a value. Chunks are asked for in order, so what is there of a file is its
/// beginning, and fetching goes on behind it after whatever cut it off.
package struct Downloads: Sendable {
  package enum Directive: Hashable, Sendable {
    /// Write a frame to the peer's link.
    case send(FileFrame, to: NodeID)
    /// Keep a chunk whose hash was right; when that fails, `stop` the file and `start` it again later.
    case keep(FileID, index: Int, sealed: [UInt8])
    /// All chunks are there.
    case completed(FileID)
    /// The sender has it no more.
    case gone(FileID)
  }

  private let settings: FileTransferSettings
  private var fetches: [FileID: Fetch] = [:]
  private var peers: [FileID: NodeID] = [:]
  /// Peers with a link that carries file frames.
  private var linked: Set<NodeID> = []
  private var lastOrder: UInt64 = 0
  /// Chunks and frames that nobody asked for or whose hash was wrong.
  package private(set) var refused = 0

  package init(settings: FileTransferSettings = FileTransferSettings()) { self.settings = settings }

  // MARK: Verbs

  /// Begins or goes on with a file of which the first `next` chunks are here.
  package mutating func start(
    _ id: FileID, _ offer: FileOffer, from peer: NodeID, next: Int, at now: Instant
  ) -> [Directive] {
    guard fetches[id] == nil else { return [] }
    lastOrder += 1
    let fetch = Fetch(offer, from: next, order: lastOrder, settings)
    guard !fetch.isWhole else { return [.completed(id)] }
    fetches[id] = fetch
    peers[id] = peer
    return proceed(at: now)
  }

  /// Ends a fetch, if there is one; what is there of the file stays.
  package mutating func stop(_ id: FileID, at now: Instant) -> [Directive] {
    guard fetches.removeValue(forKey: id) != nil else { return [] }
    peers[id] = nil
    return proceed(at: now)
  }

  package mutating func linkUp(_ peer: NodeID, at now: Instant) -> [Directive] {
    // On another link nothing of what was asked for comes.
    for id in fetches.keys where peers[id] == peer { fetches[id]?.state = .waiting }
    linked.insert(peer)
    return proceed(at: now)
  }

  package mutating func linkDown(_ peer: NodeID, at now: Instant) -> [Directive] {
    linked.remove(peer)
    for id in fetches.keys where peers[id] == peer { fetches[id]?.state = .waiting }
    return proceed(at: now)
  }

  /// A frame of a proven peer.
  /// - Returns: also whether it was what this node had asked for.
  package mutating func received(
    _ frame: FileFrame, from peer: NodeID, at now: Instant
  ) -> (isWanted: Bool, directives: [Directive]) {
    guard let id = asked(frame.token, from: peer), var fetch = fetches[id] else { return refuse() }
    switch frame {
    case .want: return refuse()
    case .gone:
      let others = stop(id, at: now)
      return (true, [.gone(id)] + others)
    case .chunk(_, let index, let path, let sealed):
      let (offer, layout) = (fetch.offer, fetch.offer.layout)
      guard Int(index) == fetch.next, fetch.next < fetch.limit, sealed.count == layout.sealedLength(of: fetch.next),
        ChunkTree.holds(sealed, at: fetch.next, of: layout.chunkCount, path: path, root: offer.root)
      else { return refuse() }
      var directives = [Directive.keep(id, index: fetch.next, sealed: sealed)]
      let asksOn = fetch.advance(at: now, settings)
      fetch.state = .asked(deadline: now + settings.patience)
      fetches[id] = fetch
      if fetch.isWhole {
        let others = stop(id, at: now)
        return (true, directives + [.completed(id)] + others)
      }
      if asksOn { directives.append(want(fetch, of: peer, restarts: false)) }
      return (true, directives)
    }
  }

  package mutating func tick(at now: Instant) -> [Directive] {
    for (id, fetch) in fetches {
      switch fetch.state {
      case .waiting: break
      case .asked(let deadline):
        guard deadline <= now else { break }
        fetches[id]?.silences += 1
        fetches[id]?.state = .waiting
      }
    }
    return proceed(at: now)
  }

  package var nextDeadline: Instant? {
    fetches.values.compactMap { fetch in
      switch fetch.state {
      case .waiting: nil
      case .asked(let time): time
      }
    }.min()
  }

  // MARK: What is asked

  package func isFetching(_ id: FileID) -> Bool { fetches[id] != nil }

  package var all: [FileID] { fetches.keys.sorted() }

  /// Chunks that are here of a file that is being fetched.
  package func progress(of id: FileID) -> Int? { fetches[id]?.next }

  // MARK: Inside

  private func asked(_ token: [UInt8], from peer: NodeID) -> FileID? {
    fetches.first { id, fetch in
      guard case .asked = fetch.state else { return false }
      return peers[id] == peer && fetch.offer.token.bytes == token
    }?.key
  }

  private mutating func refuse() -> (isWanted: Bool, directives: [Directive]) {
    refused += 1
    return (false, [])
  }

  /// Asks for what may be asked for, in the order in which it was begun: one file a peer.
  private mutating func proceed(at now: Instant) -> [Directive] {
    var busy: Set<NodeID> = []
    for (id, fetch) in fetches {
      if case .asked = fetch.state, let peer = peers[id] { busy.insert(peer) }
    }
    var directives: [Directive] = []
    for (id, waiting) in fetches.sorted(by: { $0.value.order < $1.value.order }) {
      guard busy.count < settings.fetches, case .waiting = waiting.state, let peer = peers[id],
        linked.contains(peer), busy.insert(peer).inserted
      else { continue }
      var fetch = waiting
      fetch.restart(at: now, settings)
      fetch.state = .asked(deadline: now + patience(after: fetch.silences))
      fetches[id] = fetch
      directives.append(want(fetch, of: peer, restarts: true))
    }
    return directives
  }

  private func patience(after silences: Int) -> Duration {
    min(settings.patience * (1 << min(silences, 8)), settings.longestPatience)
  }

  private func want(_ fetch: Fetch, of peer: NodeID, restarts: Bool) -> Directive {
    .send(
      .want(
        token: fetch.offer.token.bytes, from: UInt32(fetch.next), limit: UInt32(fetch.limit), restarts: restarts),
      to: peer)
  }
}
