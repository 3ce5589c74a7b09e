import Kademlia
import Simulator
import TestWorld
import Testing
import Wire
import World

/// Who enters the routing table, and who leaves it.
@Suite struct EngineMembershipTests {
  @Test func aDialledPeerEntersOnceItHasAnswered() {
    var bench = Bench()
    let peer = Made.contacts(1)[0]
    let directives = bench.prove(peer)
    #expect(directives.asks.map(\.request) == [.ping])
    #expect(bench.engine.table.count == 0)
    _ = bench.receive(.pong, to: directives.asks[0])
    #expect(bench.engine.table.entries.map(\.contact) == [peer])
  }

  @Test func aDialledPeerThatDoesNotAnswerStaysOut() {
    var bench = Bench()
    let ask = bench.prove(Made.contacts(1)[0]).asks[0]
    _ = bench.fail(ask, .closed)
    #expect(bench.engine.table.count == 0)
  }

  /// Field case D1: whoever connects to us is dialled back, and then both know each other.
  @Test func anInboundPeerIsDialledBackBeforeItEnters() {
    var bench = Bench()
    let peer = Made.contacts(1)[0]
    let directives = bench.prove(peer, dialled: false)
    #expect(directives.probes == [peer] && directives.asks.isEmpty)
    #expect(bench.engine.table.count == 0)
    let ask = bench.prove(peer).asks[0]
    _ = bench.receive(.pong, to: ask)
    #expect(bench.engine.table.entries.map(\.contact) == [peer])
  }

  @Test func anInboundPeerThatOnlyAnswersDoesNotEnter() {
    var bench = Bench()
    let peer = Made.contacts(1)[0]
    _ = bench.prove(peer, dialled: false)
    let (_, directives) = bench.engine.ping(peer, at: bench.now, using: &bench.rng)
    _ = bench.receive(.pong, to: directives.asks[0])
    #expect(bench.engine.table.count == 0)
  }

  @Test func probesAreBoundedAndNotRepeatedSoon() {
    var bench = Bench()
    let peers = Made.contacts(20)
    let probed = peers.flatMap { bench.prove($0, dialled: false).probes }
    #expect(probed == Array(peers.prefix(8)))
    for peer in peers { bench.engine.linkDown(peer.nodeID) }
    for peer in probed { bench.engine.probeFailed(peer, at: bench.now) }
    #expect(bench.engine.counters["probes.failed"] == 8)
    expectEqual(bench.prove(peers[0], dialled: false).probes, [])
    expectEqual(bench.prove(peers[9], dialled: false).probes, [peers[9]])
    bench.engine.linkDown(peers[0].nodeID)
    bench.clock.advance(by: .seconds(1801))
    expectEqual(bench.prove(peers[0], dialled: false).probes, [peers[0]])
  }

  /// A node enters the directory before all of tor's directories know its onion.
  @Test func whoCouldNotBeDialledBackIsTriedAgainWhileLinked() {
    var bench = Bench()
    let peer = Made.contacts(1)[0]
    expectEqual(bench.prove(peer, dialled: false).probes, [peer])
    for seconds in [30, 60, 120] {
      bench.engine.probeFailed(peer, at: bench.now)
      expectEqual(bench.tick(after: .seconds(seconds - 1)).probes, [])
      #expect(bench.engine.nextDeadline == bench.now.instant + .seconds(1))
      expectEqual(bench.tick(after: .seconds(1)).probes, [peer])
    }
    let ask = bench.prove(peer).asks[0]
    _ = bench.receive(.pong, to: ask)
    #expect(bench.engine.table.entries.map(\.contact) == [peer])
  }

  @Test func whoHasGoneIsNotTriedAgain() {
    var bench = Bench()
    let peer = Made.contacts(1)[0]
    _ = bench.prove(peer, dialled: false)
    bench.engine.probeFailed(peer, at: bench.now)
    bench.engine.linkDown(peer.nodeID)
    expectEqual(bench.tick(after: .seconds(31)).probes, [])
  }

  @Test func whoseBucketIsFullIsNotDialledBack() {
    var bench = Bench()
    let local = bench.engine.local
    let far = (0..<21 as Range<UInt64>).map { Made.contact(Made.id(sharing: 0, with: local, $0)) }
    bench.learn(Array(far.prefix(20)))
    expectEqual(bench.prove(far[20], dialled: false).probes, [])
    expectEqual(bench.prove(far[0], dialled: false).probes, [])
  }

  @Test(arguments: [true, false])
  func aContactThatFailedAndConnectsIsAskedAndForgiven(dialled: Bool) {
    var bench = Bench()
    let peer = Made.contacts(1)[0]
    bench.learn([peer])
    bench.engine.linkDown(peer.nodeID)
    for _ in 0..<4 { _ = bench.fail(bench.engine.ping(peer, at: bench.now, using: &bench.rng).directives.asks[0]) }
    #expect(bench.engine.table.goodCount == 0)
    let directives = bench.prove(peer, dialled: dialled)
    #expect(directives.asks.map(\.request) == [.ping])
    _ = bench.receive(.pong, to: directives.asks[0])
    #expect(bench.engine.table.goodCount == 1)
    #expect(bench.engine.snapshot.membership == .joining || bench.engine.snapshot.membership == .joined)
  }

  /// Field case D31.
  @Test func anIdentityThatSpeaksFromElsewhereDoesNotMoveTheContact() {
    var bench = Bench()
    let peer = Made.contacts(1)[0]
    bench.learn([peer])
    let elsewhere = Contact(nodeID: peer.nodeID, address: Made.onion("elsewhere"))
    bench.engine.linkDown(peer.nodeID)
    _ = bench.prove(elsewhere, dialled: false)
    let (_, directives) = bench.engine.ping(elsewhere, at: bench.now, using: &bench.rng)
    _ = bench.receive(.pong, to: directives.asks[0])
    #expect(bench.engine.table.entry(peer.nodeID)?.contact == peer)
    // Dialled there and proven, it has moved.
    let ask = bench.prove(elsewhere).asks[0]
    _ = bench.receive(.pong, to: ask)
    #expect(bench.engine.table.entry(peer.nodeID)?.contact == elsewhere)
  }

  /// Field case D67.
  @Test func anotherIdentityMayNotAnswerForAContact() {
    var bench = Bench()
    let peers = Made.contacts(2)
    bench.learn(peers)
    let (_, directives) = bench.engine.findNode(Made.id(50), at: bench.now, using: &bench.rng)
    let ask = directives.asks[0]
    let liar = Made.id(sharing: 40, with: Made.id(50))
    _ = bench.receive(.nodes(Made.contacts(20, from: 500)), to: ask, from: liar)
    #expect(bench.engine.counters["requests.failed.other-identity"] == 1)
    #expect(bench.engine.table.entry(ask.contact.nodeID) == nil)
    #expect(bench.engine.table.entry(liar) == nil)
  }

  @Test func aDroppedLinkRemovesNobody() {
    var bench = Bench()
    let peers = Made.contacts(3)
    bench.learn(peers)
    for peer in peers { bench.engine.linkDown(peer.nodeID) }
    #expect(bench.engine.table.count == 3 && bench.engine.snapshot.links == 0)
  }

  @Test func theEldestOfAFullBucketIsAskedBeforeItGivesWay() {
    var bench = Bench()
    let local = bench.engine.local
    let far = (0..<22 as Range<UInt64>).map { Made.contact(Made.id(sharing: 0, with: local, $0)) }
    bench.learn(Array(far.prefix(20)))
    // All have just been heard of.
    var directives = bench.prove(far[20])
    directives = bench.receive(.pong, to: directives.asks[0])
    #expect(directives.asks.isEmpty)
    bench.clock.advance(by: .seconds(1000))
    directives = bench.prove(far[21])
    directives = bench.receive(.pong, to: directives.asks[0])
    #expect(directives.asks.map(\.contact) == [far[0]] && directives.asks.map(\.request) == [.ping])
    _ = bench.receive(.pong, to: directives.asks[0])
    #expect(bench.engine.table.entry(far[0].nodeID) != nil && bench.engine.table.entry(far[21].nodeID) == nil)
  }

  @Test func theOwnAddressAmongTheSeedsIsDropped() {
    let own = Made.onion("own")
    var bench = Bench(seeds: [own])
    #expect(bench.start().dials == [own])
    let directives = bench.prove(Contact(nodeID: bench.engine.local, address: own))
    #expect(directives.isEmpty && bench.engine.snapshot.seeds.isEmpty && bench.engine.snapshot.links == 0)
  }

  @Test func failuresOfTheOwnNetworkBlameNobody() {
    var bench = Bench()
    let peer = Made.contacts(1)[0]
    bench.learn([peer])
    for reason in RequestFailure.allCases where reason != .otherIdentity {
      let (_, directives) = bench.engine.ping(peer, at: bench.now, using: &bench.rng)
      let before = bench.engine.table.entry(peer.nodeID)?.failures
      _ = bench.fail(directives.asks[0], reason)
      let after = bench.engine.table.entry(peer.nodeID)?.failures
      #expect((before == after) == (reason == .ownNetwork), "\(reason)")
    }
  }
}
