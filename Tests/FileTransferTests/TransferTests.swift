import Crypto
import FileTransfer
import Testing
import Wire
import World

/// A receiver's and a sender's value against each other, over a link that is cut where a test wants it.
@Suite struct TransferTests {
  private let peer: NodeID
  private let other: NodeID
  private let id: FileID
  private let now = Instant(nanoseconds: 0)

  init() throws {
    var chance = SeededRandom(seed: 3)
    peer = try #require(NodeID(bytes: chance.bytes(32)))
    other = try #require(NodeID(bytes: chance.bytes(32)))
    id = .random(using: &chance)
  }

  private struct Wire {
    let downloads: Receiving
    let uploads = Sending()
    let file: SampleFile
    var kept: [[UInt8]] = []
    var isComplete = false
    /// The largest distance between what was asked for and what had come.
    var widest = 0

    init(_ file: SampleFile, _ settings: FileTransferSettings = FileTransferSettings()) {
      self.file = file
      downloads = Receiving(settings: settings)
    }
  }

  /// What the receiver decided, and all chunks that follow from it, up to `limit` of them.
  private func run(_ wire: inout Wire, _ directives: [Downloads.Directive], chunks limit: Int = .max) {
    var queue = directives
    var left = limit
    while !queue.isEmpty {
      switch queue.removeFirst() {
      case .keep(id, let index, let sealed):
        #expect(index == wire.kept.count)
        wire.kept.append(sealed)
      case .completed(id): wire.isComplete = true
      case .send(.want(_, let from, let end, let restarts), peer):
        #expect(Int(from) == wire.kept.count)
        wire.widest = max(wire.widest, Int(end) - Int(from))
        #expect(
          wire.uploads.wanted(wire.file.offer.token, from: from, limit: end, restarts: restarts, by: peer))
      case let directive: Issue.record("unexpected \(directive)")
      }
      while queue.isEmpty, left > 0, let next = wire.uploads.next(for: peer) {
        left -= 1
        let (isWanted, more) = wire.downloads.received(wire.file.frame(next.index), from: peer, at: now)
        #expect(isWanted)
        queue += more
      }
    }
  }

  private func begun(_ file: SampleFile) -> Wire {
    let wire = Wire(file)
    _ = wire.uploads.open(file.offer.token, to: peer, count: file.offer.layout.chunkCount)
    _ = wire.downloads.linkUp(peer, at: now)
    return wire
  }

  @Test(arguments: [1, 4095, 4096, 4097, 300_000])
  func aFileArrivesWhole(_ size: Int) throws {
    let file = try #require(SampleFile(size: size, seed: 5))
    var wire = begun(file)
    run(&wire, wire.downloads.start(id, file.offer, from: peer, next: 0, at: now))
    #expect(wire.isComplete && wire.kept == file.sealed)
    #expect(wire.downloads.nextDeadline == nil && wire.downloads.all.isEmpty)
  }

  /// The link is cut after each number of chunks; the next one brings the rest, and nothing twice.
  @Test func aCutLinkCostsNothingThatIsHere() throws {
    let file = try #require(SampleFile(size: 24 * 4096 + 7, seed: 6))
    for cut in 0..<file.offer.layout.chunkCount {
      var wire = begun(file)
      run(&wire, wire.downloads.start(id, file.offer, from: peer, next: 0, at: now), chunks: cut)
      #expect(wire.kept.count == cut && !wire.isComplete)
      #expect(wire.uploads.linkDown(peer) == [file.offer.token])
      run(&wire, wire.downloads.linkDown(peer, at: now))
      #expect(wire.downloads.nextDeadline == nil)
      _ = wire.uploads.open(file.offer.token, to: peer, count: file.offer.layout.chunkCount)
      run(&wire, wire.downloads.linkUp(peer, at: now))
      #expect(wire.isComplete && wire.kept == file.sealed)
    }
  }

  /// The receiver was killed: it begins anew from what its disk has.
  @Test func aRestartedReceiverGoesOn() throws {
    let file = try #require(SampleFile(size: 24 * 4096, seed: 7))
    for there in 0...file.offer.layout.chunkCount {
      var wire = begun(file)
      wire.kept = Array(file.sealed.prefix(there))
      run(&wire, wire.downloads.start(id, file.offer, from: peer, next: there, at: now))
      #expect(wire.isComplete && wire.kept == file.sealed)
    }
  }

  @Test func whatWasNotAskedForIsRefused() throws {
    let file = try #require(SampleFile(size: 300 * 4096, seed: 8))
    let stranger = try #require(SampleFile(size: 4096, seed: 9))
    let wire = begun(file)
    _ = wire.downloads.start(id, file.offer, from: peer, next: 2, at: now)
    guard case .chunk(let token, _, let path, let sealed) = file.frame(2) else { return }
    var bent = sealed
    bent[100] ^= 1
    let hostile: [(FileFrame, NodeID)] = [
      // From somebody else, another file, what is here, what comes later, what was not asked for, what does not exist.
      (file.frame(2), other), (stranger.frame(0), peer), (file.frame(1), peer), (file.frame(3), peer),
      (file.frame(200), peer), (.chunk(token: token, index: .max, path: path, sealed: sealed), peer),
      // Another hash, another length, another path, another chunk under this index.
      (.chunk(token: token, index: 2, path: path, sealed: bent), peer),
      (.chunk(token: token, index: 2, path: path, sealed: sealed + [0]), peer),
      (.chunk(token: token, index: 2, path: path, sealed: Array(sealed.dropLast())), peer),
      (.chunk(token: token, index: 2, path: path, sealed: []), peer),
      (.chunk(token: token, index: 2, path: path.dropLast(), sealed: sealed), peer),
      (.chunk(token: token, index: 2, path: path + path, sealed: sealed), peer),
      (.chunk(token: token, index: 2, path: path, sealed: file.sealed[3]), peer),
      (.gone(token: token), other), (.gone(token: stranger.offer.token.bytes), peer),
      (.want(token: token, from: 0, limit: 1, restarts: true), peer),
    ]
    for (frame, from) in hostile {
      let (isWanted, directives) = wire.downloads.received(frame, from: from, at: now)
      #expect(!isWanted && directives.isEmpty, "\(frame)")
    }
    #expect(wire.downloads.refused == hostile.count && wire.downloads.progress(of: id) == 2)
    #expect(wire.downloads.received(file.frame(2), from: peer, at: now).isWanted)
  }

  @Test func aSenderThatHasItNoMoreEndsIt() throws {
    let file = try #require(SampleFile(size: 4096, seed: 10))
    let wire = begun(file)
    _ = wire.downloads.start(id, file.offer, from: peer, next: 0, at: now)
    let (isWanted, directives) = wire.downloads.received(.gone(token: file.offer.token.bytes), from: peer, at: now)
    #expect(isWanted && directives == [.gone(id)])
    #expect(!wire.downloads.isFetching(id))
  }

  @Test func silenceIsAskedAgainEverMoreRarely() throws {
    let file = try #require(SampleFile(size: 40_960, seed: 11))
    let wire = begun(file)
    _ = wire.downloads.start(id, file.offer, from: peer, next: 0, at: now)
    var waits: [Duration] = []
    var time = now
    for _ in 0..<8 {
      let deadline = try #require(wire.downloads.nextDeadline)
      #expect(wire.downloads.tick(at: deadline + .milliseconds(-1)).isEmpty)
      waits.append(deadline - time)
      time = deadline
      let asked = wire.downloads.tick(at: deadline)
      #expect(asked.count == 1)
    }
    #expect(waits == [60, 120, 240, 480, 960, 1800, 1800, 1800].map { .seconds($0) })
  }

  @Test func aPeerSendsOneFileAfterTheOtherAndFourPeersSendAtOnce() throws {
    var chance = SeededRandom(seed: 12)
    let downloads = Receiving()
    var first: [NodeID] = []
    for number in 0..<6 {
      let from = try #require(NodeID(bytes: chance.bytes(32)))
      _ = downloads.linkUp(from, at: now)
      for _ in 0..<2 {
        let file = try #require(SampleFile(size: 8192, seed: chance.next()))
        let asked = downloads.start(.random(using: &chance), file.offer, from: from, next: 0, at: now)
        if !asked.isEmpty { first.append(from) }
      }
      #expect(first.count == min(number + 1, 4))
    }
    #expect(Set(first).count == 4)
    // The link of one is gone: another one's file has its turn.
    #expect(downloads.linkDown(first[0], at: now).count == 1)
  }

  /// On a link where more under way brings more, it grows; where it does not, it stays.
  @Test(arguments: [(20.0, 20...64), (1.0, 4...16)])
  func asMuchIsUnderWayAsHelps(_ chunksPerRoundTrip: Double, _ bounds: ClosedRange<Int>) throws {
    #expect(bounds.contains(try widestWindow(chunksPerRoundTrip: chunksPerRoundTrip)))
  }

  /// Chunks come at a rate and a round trip after they were asked for.
  private func widestWindow(chunksPerRoundTrip: Double) throws -> Int {
    let file = try #require(SampleFile(size: 4096 * 600, seed: 14))
    var settings = FileTransferSettings()
    (settings.firstWindow, settings.largestWindow) = (4 * 4096, 64 * 4096)
    let downloads = Receiving(settings: settings)
    let (trip, spacing) = (Duration.seconds(1), Duration.seconds(1 / chunksPerRoundTrip))
    _ = downloads.linkUp(peer, at: now)
    var directives = downloads.start(id, file.offer, from: peer, next: 0, at: now)
    var (time, asked, sent, widest, last) = (now, [(limit: Int, at: Instant)](), 0, 0, now)
    while true {
      for case .send(.want(_, let from, let limit, _), _) in directives {
        asked.append((Int(limit), time + trip))
        widest = max(widest, Int(limit) - Int(from))
      }
      guard sent < 600 else { return widest }
      let open = try #require(asked.first { $0.limit > sent })
      time = max(open.at, last + spacing)
      last = time
      directives = downloads.received(file.frame(sent), from: peer, at: time).directives
      sent += 1
    }
  }

  // MARK: The sender

  @Test func onlyWhatIsOpenToAPeerIsSent() throws {
    let file = try #require(SampleFile(size: 40_960, seed: 15))
    let uploads = Sending()
    let token = file.offer.token
    #expect(!uploads.wanted(token, from: 0, limit: 1, restarts: true, by: peer))
    _ = uploads.open(token, to: peer, count: 10)
    #expect(!uploads.wanted(token, from: 0, limit: 1, restarts: true, by: other))
    for (from, limit) in [(11, 11), (5, 4), (0, 11), (.max, .max), (0, .max)] as [(UInt32, UInt32)] {
      #expect(!uploads.wanted(token, from: from, limit: limit, restarts: true, by: peer))
    }
    #expect(uploads.next(for: peer) == nil)
    #expect(uploads.wanted(token, from: 3, limit: 5, restarts: true, by: peer))
    #expect(uploads.next(for: other) == nil)
    #expect((0..<3).map { _ in uploads.next(for: peer)?.index } == [3, 4, nil])
    #expect(uploads.wanted(token, from: 4, limit: 6, restarts: false, by: peer))
    #expect((0..<2).map { _ in uploads.next(for: peer)?.index } == [5, nil])
    // A narrower credit takes nothing back; a restart does.
    #expect(uploads.wanted(token, from: 4, limit: 5, restarts: false, by: peer))
    #expect(uploads.next(for: peer) == nil)
    #expect(uploads.wanted(token, from: 4, limit: 5, restarts: true, by: peer))
    #expect(uploads.next(for: peer)?.index == 4)
    #expect(uploads.progress(of: token) == 4)
  }

  @Test func twoFilesOfOnePeerTakeTurns() throws {
    var chance = SeededRandom(seed: 16)
    let uploads = Sending()
    let tokens = [FileID.random(using: &chance), FileID.random(using: &chance)]
    for token in tokens {
      _ = uploads.open(token, to: peer, count: 4)
      #expect(uploads.wanted(token, from: 0, limit: 4, restarts: true, by: peer))
    }
    let order = (0..<8).compactMap { _ in uploads.next(for: peer)?.token }
    #expect(order == (0..<8).map { tokens[$0 % 2] })
  }

  @Test func thoseAskedForLongAgoGiveWay() throws {
    var chance = SeededRandom(seed: 17)
    let uploads = Sending()
    let tokens = (0..<6).map { _ in FileID.random(using: &chance) }
    for token in tokens.prefix(4) { #expect(uploads.open(token, to: peer, count: 4).isEmpty) }
    #expect(uploads.wanted(tokens[0], from: 0, limit: 1, restarts: true, by: peer))
    #expect(uploads.open(tokens[4], to: peer, count: 4) == [tokens[1]])
    #expect(uploads.open(tokens[5], to: other, count: 4).isEmpty)
    #expect(Set(uploads.linkDown(peer)) == Set([tokens[0], tokens[2], tokens[3], tokens[4]]))
    #expect(uploads.all == [tokens[5]])
  }
}
