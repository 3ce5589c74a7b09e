import Reactor
import TestReactor
import Testing
import Transport
import Wire
import World

@Suite struct HostilePeerTests {
  /// Plays a hostile peer against a node until the peer is closed out, and returns what the node told.
  private func told(
    _ settings: TransportSettings = TransportSettings(),
    _ act: @escaping @Sendable (RawPeer, TestNode, EventLoop) -> Void
  ) async throws -> [String] {
    try await play { scene in
      let node = scene.keep(try TestNode(loop: scene.loop, seed: 1, settings: settings))
      node.onNews = { scene.log.append($0) }
      let peer = scene.keep(try RawPeer(loop: scene.loop, dialling: node))
      peer.onClosed = { _ in scene.loop.later { scene.finish(scene.log + ["\(node.pool.counts == LinkCounts())"]) }
      }
      act(peer, node, scene.loop)
    }
  }

  @Test func anOversizeLengthBeforeTheHelloClosesAtOnce() async throws {
    let log = try await told { peer, _, _ in try? peer.connection.write([0, 2, 0, 0]) }
    #expect(log == ["true"])
  }

  @Test func garbageInsteadOfAHelloClosesAtOnce() async throws {
    let log = try await told { peer, _, _ in peer.send(frame: [1, 2, 3]) }
    #expect(log == ["true"])
  }

  @Test func anotherProtocolClosesAtOnce() async throws {
    let log = try await told { peer, _, _ in try? peer.connection.write(Array("GET / HTTP/1.1\r\n\r\n".utf8)) }
    #expect(log == ["true"])
  }

  @Test func silenceEndsAtTheDeadline() async throws {
    var settings = TransportSettings()
    settings.helloDeadline = .milliseconds(10)
    #expect(try await told(settings) { _, _, _ in } == ["true"])
    // A hello that trickles is no hello either.
    #expect(try await told(settings) { peer, _, _ in try? peer.connection.write([0, 0, 1, 0, 123]) } == ["true"])
    // Nor is one that leaves the challenge unanswered.
    let log = try await told(settings) { peer, _, loop in
      peer.send(peer.identity.hello(challenge: [UInt8](repeating: 1, count: 32), at: loop.now))
    }
    #expect(log == ["true"])
  }

  @Test func anOversizeFrameOfAKnownPeerClosesTheLink() async throws {
    let log = try await told { peer, node, _ in
      peer.prove(to: node) { try? peer.connection.write([0, 64, 0, 1]) }
    }
    #expect(log == ["proven", "closed the peer announced a frame that is too large", "true"])
  }

  @Test func aFewUnknownFramesAreForgivenAndManyAreNot() async throws {
    var settings = TransportSettings()
    settings.malformedFrames = 3
    let log = try await told(settings) { peer, node, loop in
      peer.prove(to: node) {
        var unknown = String(decoding: node.typing(loop.now).encoded(), as: UTF8.self)
        unknown.replace("\"typing\"", with: "\"holo\"")
        for _ in 0..<3 { peer.send(frame: Array(unknown.utf8)) }
        peer.send(node.typing(loop.now))
        peer.send(frame: [])
      }
    }
    #expect(log == ["proven", "message typing", "closed the peer sent what is no message", "true"])
  }

  @Test func aTooFastPeerIsSlowedDownAndLosesNothing() async throws {
    var settings = TransportSettings()
    (settings.framesPerSecond, settings.frameBurst) = (2000, 10)
    let counts: [Int] = try await play { [settings] scene in
      let node = scene.keep(try TestNode(loop: scene.loop, seed: 1, settings: settings))
      let start = scene.loop.now.instant
      var received = 0
      node.onNews = { news in
        guard news == "message typing" else { return }
        received += 1
        guard received == 110 else { return }
        scene.finish([received, Int((scene.loop.now.instant - start).milliseconds)])
      }
      let peer = scene.keep(try RawPeer(loop: scene.loop, dialling: node))
      peer.prove(to: node) {
        for _ in 0..<110 { peer.send(node.typing(scene.loop.now)) }
      }
    }
    #expect(counts[0] == 110)
    // A hundred beyond the burst at 2000 a second.
    #expect(counts[1] >= 45)
  }

  @Test func aFloodOfSilentConnectionsDoesNotKeepPeersOut() async throws {
    var settings = TransportSettings()
    settings.unproven = 5
    let seen: [Int] = try await play { [settings] scene in
      let node = scene.keep(try TestNode(loop: scene.loop, seed: 1, settings: settings))
      var closed = 0
      let flood = try (0..<30).map { _ in try RawPeer(loop: scene.loop, dialling: node) }
      for peer in flood {
        scene.kept.append(peer)
        peer.onClosed = { _ in
          closed += 1
          guard closed == 25, let honest = try? RawPeer(loop: scene.loop, dialling: node, seed: 5) else { return }
          scene.keep(honest).prove(to: node) {}
        }
      }
      node.onNews = { news in
        guard news == "proven" else { return }
        scene.finish([node.pool.counts.greeting, node.pool.counts.proven])
      }
    }
    #expect(seen[0] <= 5)
    #expect(seen[1] == 1)
  }

  @Test func hellosBeyondTheBudgetWaitTheirTurn() async throws {
    var settings = TransportSettings()
    (settings.hellosPerSecond, settings.helloBurst) = (100, 1)
    let counts: [Int] = try await play { [settings] scene in
      let node = scene.keep(try TestNode(loop: scene.loop, seed: 1, settings: settings))
      let start = scene.loop.now.instant
      node.onNews = { _ in
        scene.log.append("in")
        guard scene.log.count == 12 else { return }
        scene.finish([12, Int((scene.loop.now.instant - start).milliseconds)])
      }
      for seed: UInt64 in 1...12 {
        scene.keep(try RawPeer(loop: scene.loop, dialling: node, seed: 50 + seed)).greet()
      }
    }
    #expect(counts[0] == 12)
    // Ten beyond the burst and the debt that is allowed, at 100 a second.
    #expect(counts[1] >= 90)
  }

  @Test func whatIsNoHelloCostsNobodyElseATurn() async throws {
    var settings = TransportSettings()
    (settings.hellosPerSecond, settings.helloBurst) = (0.001, 1)
    let log: [String] = try await play { [settings] scene in
      let node = scene.keep(try TestNode(loop: scene.loop, seed: 1, settings: settings))
      node.onNews = { scene.finish([$0]) }
      var closed = 0
      for seed: UInt64 in 1...20 {
        let peer = scene.keep(try RawPeer(loop: scene.loop, dialling: node, seed: 50 + seed))
        peer.onClosed = { _ in
          closed += 1
          guard closed == 20, let honest = try? RawPeer(loop: scene.loop, dialling: node, seed: 5) else { return }
          scene.keep(honest).greet()
        }
        if seed % 2 == 0 { peer.send(frame: [123, 125]) } else { peer.send(node.typing(scene.loop.now)) }
      }
    }
    #expect(log == ["unproven"])
  }

  @Test func incompleteFramesOfManyLinksAreBoundedTogether() async throws {
    var settings = TransportSettings()
    settings.pendingInput = 1000
    let log: [String] = try await play { [settings] scene in
      let node = scene.keep(try TestNode(loop: scene.loop, seed: 1, settings: settings))
      node.onNews = { scene.log.append($0) }
      let sizes = [300, 500, 400]
      for (index, size) in sizes.enumerated() {
        let peer = scene.keep(try RawPeer(loop: scene.loop, dialling: node, seed: UInt64(20 + index)))
        peer.onClosed = { _ in scene.finish(["\(size)", "\(node.pool.counts.inbound)"]) }
        try peer.connection.write([0, 0, 16, 0] + [UInt8](repeating: 32, count: size))
      }
    }
    #expect(log == ["500", "2"])
  }

  @Test func aReplayedHelloOpensNoLink() async throws {
    let log: [String] = try await play { scene in
      let node = scene.keep(try TestNode(loop: scene.loop, seed: 1))
      let hello = TestIdentity(seed: 5).hello(at: scene.loop.now)
      node.onNews = { news in
        scene.log.append(news)
        guard scene.log.count == 1, let peer = try? RawPeer(loop: scene.loop, dialling: node) else { return }
        peer.onClosed = { _ in scene.loop.later { scene.finish(scene.log) } }
        scene.keep(peer).send(hello)
      }
      scene.keep(try RawPeer(loop: scene.loop, dialling: node)).send(hello)
    }
    #expect(log == ["unproven"])
  }
}
