import Glibc
import Reactor
import TestReactor
import Testing
import Transport
import Wire
import World

@Suite struct LinkPoolTests {
  @Test func dialsProvesAndCarriesMessagesBothWays() async throws {
    let log: [String] = try await play { scene in
      let a = scene.keep(try TestNode(loop: scene.loop, seed: 1))
      let b = scene.keep(try TestNode(loop: scene.loop, seed: 2))
      a.onNews = { news in
        scene.log.append("a \(news)")
        switch news {
        case "dialled":
          try? a.pool.send(a.typing(scene.loop.now), to: b.identity.nodeID)
          if case .live(let link) = a.connect(to: b) { scene.log.append("live \(link.isProven)") }
        case "message ack": scene.finish(scene.log)
        default: break
        }
      }
      b.onNews = { news in
        scene.log.append("b \(news)")
        guard news == "message typing" else { return }
        let ack = b.identity.signed(.ack, DHTPingPayload(senderNodeID: ""), at: scene.loop.now)
        try? b.pool.send(ack, to: a.identity.nodeID)
      }
      a.connect(to: b)
      a.connect(to: b)
    }
    #expect(
      log.filter { $0.hasPrefix("a") || $0.hasPrefix("l") } == [
        "a proven", "a dialled", "live true", "a message ack",
      ])
    #expect(log.filter { $0.hasPrefix("b") } == ["b proven", "b message typing"])
  }

  @Test(arguments: [(1, 2), (2, 1)] as [(UInt64, UInt64)])
  func ofTwoSimultaneousDialsOneStaysOnBothSides(seeds: (UInt64, UInt64)) async throws {
    var settings = TransportSettings()
    settings.retirement = .milliseconds(5)
    let result: [Bool] = try await play { [settings] scene in
      let a = scene.keep(try TestNode(loop: scene.loop, seed: seeds.0, settings: settings))
      let b = scene.keep(try TestNode(loop: scene.loop, seed: seeds.1, settings: settings))
      let (low, high) = a.identity.nodeID < b.identity.nodeID ? (a, b) : (b, a)
      for node in [a, b] { node.onNews = { scene.log.append($0) } }
      // The end of a link that lost is not announced, so it is awaited by looking.
      func look() {
        let isSettled = [a, b].allSatisfy { $0.pool.counts.inbound + $0.pool.counts.outbound == 1 }
        if isSettled, scene.log.count(where: { $0 == "dialled" }) == 2 {
          let atLow = low.pool.link(to: high.identity.nodeID)?.role
          let atHigh = high.pool.link(to: low.identity.nodeID)?.role
          scene.finish([atLow == .dialled(high.address, expected: high.identity.nodeID), atHigh == .accepted])
        }
        scene.keep(Timer(loop: scene.loop, onFire: look)).schedule(after: .milliseconds(3))
      }
      look()
      a.connect(to: b)
      b.connect(to: a)
    }
    #expect(result == [true, true])
  }

  @Test func aPeerThatRestartedReplacesItsOldLink() async throws {
    var settings = TransportSettings()
    (settings.simultaneous, settings.retirement) = (.zero, .milliseconds(5))
    let log: [String] = try await play { [settings] scene in
      let node = scene.keep(try TestNode(loop: scene.loop, seed: 1, settings: settings))
      node.onNews = { news in
        scene.log.append(news)
        if news.hasPrefix("closed") { scene.finish(scene.log) }
      }
      let first = scene.keep(try RawPeer(loop: scene.loop, dialling: node))
      first.prove(to: node) {
        // The same identity, while the first connection still seems to live.
        if let second = try? RawPeer(loop: scene.loop, dialling: node, challenge: 4) {
          scene.keep(second).prove(to: node) {}
        }
      }
    }
    #expect(log == ["proven", "proven", "closed another link to the same peer replaced it"])
  }

  @Test func failuresAreToldInWordsAndBackOff() async throws {
    let log: [String] = try await play { scene in
      let a = scene.keep(try TestNode(loop: scene.loop, seed: 1))
      let gone = try TestNode(loop: scene.loop, seed: 2)
      let address = gone.address
      gone.pool.closeAll()
      func connect(urgently: Bool) -> String {
        let outcome = a.pool.connect(
          to: nil, at: address, isolation: "x", priority: .network, isUrgent: urgently)
        switch outcome {
        case .live: return "live"
        case .dialling: return "dialling"
        case .backingOff(let until): return "backing off \(until > scene.loop.now.instant + .seconds(11))"
        case .full: return "full"
        }
      }
      scene.loop.later {
        scene.loop.later { scene.log.append(connect(urgently: false)) }
      }
      a.onNews = { news in
        scene.log.append(news)
        if scene.log.count == 2 {
          scene.log.append(connect(urgently: false))
          scene.log.append(connect(urgently: true))
        } else {
          scene.finish(scene.log)
        }
      }
    }
    let failed = "failed could not connect: Connection refused"
    #expect(log == ["dialling", failed, "backing off true", "dialling", failed])
  }

  @Test func anotherPeerThanExpectedIsNoLink() async throws {
    let log: [String] = try await play { scene in
      let a = scene.keep(try TestNode(loop: scene.loop, seed: 1))
      let b = scene.keep(try TestNode(loop: scene.loop, seed: 2))
      a.onNews = { news in
        scene.log.append(news)
        if scene.log.count == 1 {
          a.pool.closeAll()
          _ = a.pool.connect(to: nil, at: a.address, isolation: "x", priority: .person)
        }
        if scene.log.count == 2 { scene.finish(scene.log) }
      }
      a.connect(to: b, expecting: TestIdentity(seed: 3).nodeID)
    }
    #expect(log.first == "failed another node than the expected one answered")
    #expect(log.last?.hasPrefix("failed") == true)
  }

  @Test func aSilentPeerIsPingedAndThenGivenUp() async throws {
    var settings = TransportSettings()
    (settings.keepAlive, settings.idle) = (.milliseconds(5), .milliseconds(600))
    let log: [String] = try await play { [settings] scene in
      let node = scene.keep(try TestNode(loop: scene.loop, seed: 1, settings: settings))
      node.onNews = { news in
        scene.log.append(news)
        if news.hasPrefix("closed") { scene.finish(scene.log) }
      }
      let peer = scene.keep(try RawPeer(loop: scene.loop, dialling: node))
      peer.prove(to: node) { peer.onFrame = { scene.log.append("got \($0.type)") } }
    }
    #expect(log.contains("proven"))
    #expect(log.last == "closed the peer went silent")
    #expect(log.contains("got dhtPing"))
  }

  @Test func twoPoolsKeepALinkAlive() async throws {
    var settings = TransportSettings()
    (settings.keepAlive, settings.idle) = (.milliseconds(10), .seconds(1))
    let log: [String] = try await play { [settings] scene in
      let a = scene.keep(try TestNode(loop: scene.loop, seed: 1, settings: settings))
      let b = scene.keep(try TestNode(loop: scene.loop, seed: 2, settings: settings))
      let start = scene.loop.now.instant
      b.onNews = { news in
        scene.log.append(news)
        if scene.loop.now.instant > start + settings.idle * 1.2 { scene.finish(scene.log) }
      }
      a.connect(to: b)
    }
    #expect(Set(log) == ["proven", "message dhtPing"])
  }

  @Test func aPeerThatDoesNotReadIsGivenUp() async throws {
    var settings = TransportSettings()
    (settings.stalled, settings.keepAlive) = (.milliseconds(30), .milliseconds(10))
    let log: [String] = try await play { [settings] scene in
      let node = scene.keep(try TestNode(loop: scene.loop, seed: 1, settings: settings))
      let peer = scene.keep(try RawPeer(loop: scene.loop, dialling: node))
      node.onNews = { news in
        scene.log.append(news)
        if news.hasPrefix("closed") { scene.finish(scene.log) }
        guard news == "proven" else { return }
        peer.connection.pauseReading()
        var large = node.typing(scene.loop.now)
        large.type = .message
        large.payload = [UInt8](repeating: 65, count: 1 << 20)
        do throws(SendError) {
          while true { try node.pool.send(large, to: peer.identity.nodeID) }
        } catch {
          scene.log.append("\(error)")
        }
      }
      peer.prove(to: node) {}
    }
    #expect(log == ["proven", "the peer reads too slowly", "closed the peer stopped reading"])
  }

  @Test func theIdlestUnprotectedLinkMakesRoom() async throws {
    var settings = TransportSettings()
    settings.inbound = 2
    let remaining: [Int] = try await play { [settings] scene in
      let node = scene.keep(try TestNode(loop: scene.loop, seed: 1, settings: settings))
      let seeds: [UInt64] = [11, 12, 13]
      let identities = seeds.map { TestIdentity(seed: $0).nodeID }
      node.pool.isProtected = { $0 == identities[0] }
      func join(_ index: Int) {
        guard index < seeds.count else { return }
        guard let peer = try? RawPeer(loop: scene.loop, dialling: node, seed: seeds[index]) else { return }
        scene.keep(peer).prove(to: node) {}
      }
      node.onNews = { news in
        guard news == "proven" else { return }
        if node.links.count < 3 { return join(node.links.count) }
        scene.finish(identities.indices.filter { node.pool.link(to: identities[$0]) != nil })
      }
      join(0)
    }
    #expect(remaining == [0, 2])
  }

  @Test func whatWasSentBeforeClosingArrives() async throws {
    let log: [String] = try await play { scene in
      let a = scene.keep(try TestNode(loop: scene.loop, seed: 1))
      let b = scene.keep(try TestNode(loop: scene.loop, seed: 2))
      a.onNews = { news in
        scene.log.append("a \(news)")
        guard news == "dialled" else { return }
        for _ in 0..<20 { try? a.pool.send(a.typing(scene.loop.now), to: b.identity.nodeID) }
        a.pool.closeAll()
        scene.log.append("\(a.pool.link(to: b.identity.nodeID) == nil)")
      }
      b.onNews = { news in
        scene.log.append("b \(news)")
        if news.hasPrefix("closed") { scene.finish(scene.log) }
      }
      a.connect(to: b)
    }
    #expect(log.count(where: { $0 == "b message typing" }) == 20)
    #expect(log.contains("true"))
    #expect(log.contains("a closed closed by this node"))
    #expect(log.last == "b closed closed by the other side")
  }
}
