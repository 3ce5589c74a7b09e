import Testing
import Wire
import World

@testable import Relay

@Suite struct RelayForwarderTests {
  private let local = RelayWorld.node(0x4000_0000_0000_0000)
  private let target = RelayWorld.node(0x7000_0000_0000_0000)
  private let near = RelayWorld.node(0x7800_0000_0000_0000)
  private let nearer = RelayWorld.node(0x7100_0000_0000_0000)
  private let far = RelayWorld.node(0x0100_0000_0000_0000)
  private let sender = RelayWorld.node(0x9000_0000_0000_0000)
  private var now = RelayWorld.now

  private func receive(
    _ envelope: RelayEnvelope, _ relay: inout RelayForwarder, neighbours: [NodeID] = [], link: UInt64 = 1,
    after: Duration = .zero
  ) -> [RelayForwarder.Directive] {
    relay.received(envelope, on: link, from: sender, neighbours: neighbours, at: now + after)
  }

  @Test func aLinkToTheTargetIsTheOnlyWay() {
    var relay = RelayForwarder(local: local)
    let envelope = RelayWorld.envelope(to: target.hex)
    let told = receive(envelope, &relay, neighbours: [nearer, target, far])
    var next = envelope
    (next.ttl, next.hopCount) = (4, 1)
    #expect(told == [.forward(next, to: [target])])
  }

  @Test func nearerNeighboursAreNextAndNeverTheSender() {
    var relay = RelayForwarder(local: local)
    guard
      case .forward(_, let hops)? = receive(
        RelayWorld.envelope(to: target.peerID), &relay, neighbours: [far, near, sender, nearer]
      ).first
    else { return #expect(Bool(false), "nothing was forwarded") }
    #expect(hops == [nearer, near])
  }

  @Test func withoutANeighbourItIsRouted() {
    var relay = RelayForwarder(local: local)
    guard
      case .route(let next, let point, let from)? = receive(
        RelayWorld.envelope(to: target.hex), &relay, neighbours: [far]
      ).first
    else { return #expect(Bool(false), "nothing was routed") }
    #expect(point == target && from == sender && next.ttl == 4)
  }

  @Test(arguments: [16, 32, 64]) func whatIsForThisNodeIsOpenedAtAnyTTL(digits: Int) {
    var relay = RelayForwarder(local: local, isOn: false)
    let envelope = RelayWorld.envelope(to: String(local.hex.prefix(digits)), ttl: 1)
    #expect(receive(envelope, &relay) == [.open(envelope.message)])
    #expect(receive(envelope, &relay).isEmpty, "the same again")
  }

  /// Time to live as it comes, and what is sent on.
  @Test(arguments: zip([UInt8(0), 1, 2, 6, 7, 255], [UInt8?.none, nil, 1, 5, nil, nil]))
  func theTimeToLiveIsCounted(came: UInt8, left: UInt8?) {
    var relay = RelayForwarder(local: local)
    let told = receive(RelayWorld.envelope(to: target.hex, ttl: came), &relay, neighbours: [target])
    guard case .forward(let next, _)? = told.first else { return #expect(left == nil) }
    #expect(next.ttl == left)
  }

  @Test func aHopCountAtItsEndDoesNotOverflow() {
    var relay = RelayForwarder(local: local)
    let told = receive(RelayWorld.envelope(to: target.hex, hops: .max), &relay, neighbours: [target])
    guard case .forward(let next, _)? = told.first else { return #expect(Bool(false), "nothing was forwarded") }
    #expect(next.hopCount == .max)
  }

  @Test func aNameCannotBeTakenByAnotherMessage() {
    var relay = RelayForwarder(local: local)
    let (mine, theirs) = (
      RelayWorld.envelope(to: target.hex, message: 1), RelayWorld.envelope(to: target.hex, message: 2)
    )
    #expect(receive(theirs, &relay, neighbours: [target]).count == 1)
    #expect(receive(mine, &relay, neighbours: [target]).count == 1)
    #expect(receive(mine, &relay, neighbours: [target]).isEmpty)
    var shorter = mine
    shorter.ttl = 2
    #expect(receive(shorter, &relay, neighbours: [target]).isEmpty, "another time to live is no other envelope")
  }

  @Test func aLinkHasItsRateAndAllHaveTheirs() {
    var relay = RelayForwarder(local: local)
    func flood(_ link: UInt64, after: Duration = .zero) -> Int {
      (0..<30).count { index in
        let envelope = RelayWorld.envelope(to: target.hex, id: "\(link) \(index) \(after)")
        return !receive(envelope, &relay, neighbours: [target], link: link, after: after).isEmpty
      }
    }
    #expect(flood(1) == 10)
    #expect((2..<10).map { flood($0) }.reduce(0, +) == 40)
    #expect(flood(1, after: .seconds(4)) == 4)
    relay.linkClosed(1)
    #expect(flood(1, after: .seconds(60)) == 10)
  }

  @Test func memoryIsBoundedWhateverComes() {
    var settings = RelaySettings()
    settings.relayPerLink = .init(burst: 1e9, perSecond: 0)
    settings.relayInTotal = .init(burst: 1e9, perSecond: 0)
    settings.seenEntries = 100
    var relay = RelayForwarder(local: local, settings: settings)
    for index in 0..<10_000 {
      _ = receive(RelayWorld.envelope(to: target.hex, id: "\(index)"), &relay, link: UInt64(index))
    }
    #expect(relay.counters["relay.dropped.rate"] == 10_000 - UInt64(settings.rememberedLinks))
    var seen = SeenEnvelopes(capacity: 100, lifetime: .seconds(1))
    for index in 0..<1000 { _ = seen.insert(.init("\(index)", "", []), at: now.instant) }
    #expect(seen.count == 100)
    #expect(seen.insert(.init("new", "", []), at: now.instant + .seconds(2)) && seen.count == 1)
  }

  @Test(arguments: ["", "xyz", "ABCDEF0123456789", "0123456789abcde", String(repeating: "0", count: 63), "💥"])
  func hostileTargetsAreDropped(target: String) {
    var relay = RelayForwarder(local: local)
    #expect(receive(RelayWorld.envelope(to: target), &relay, neighbours: [near]).isEmpty)
    #expect(relay.counters["relay.dropped.malformed"] == 1)
  }

  @Test func ourOwnEnvelopesBeginInTheMiddle() {
    let relay = RelayForwarder(local: local)
    var chance = SeededRandom(seed: 4)
    var seen: Set<UInt8> = []
    for _ in 0..<100 {
      let made = relay.envelope(RelayWorld.wire().message, to: target, origin: far, using: &chance)
      #expect(made.targetPeerID == target.hex && made.originPeerID == far.peerID && made.hopCount == 0)
      #expect(made.id.utf8.count == 36)
      seen.insert(made.ttl)
    }
    #expect(seen == [4, 5, 6])
  }

  /// Whatever the links are, an envelope dies within its time to live and no node passes it on twice.
  @Test(arguments: 1...20) func anEnvelopeEndsInAnyNetwork(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let nodes = (0..<30).map { _ in NodeID(words: (random.next(), random.next(), random.next(), random.next())) }
    var relays = Dictionary(uniqueKeysWithValues: nodes.map { ($0, RelayForwarder(local: $0)) })
    var links: [NodeID: Set<NodeID>] = [:]
    for _ in 0..<60 {
      guard let a = nodes.randomElement(using: &random), let b = nodes.randomElement(using: &random), a != b else {
        continue
      }
      links[a, default: []].insert(b)
      links[b, default: []].insert(a)
    }
    guard let goal = nodes.randomElement(using: &random), let first = nodes.randomElement(using: &random) else {
      return
    }
    var travelling = [(RelayWorld.envelope(to: goal.hex, ttl: 6), from: sender, at: first)]
    var hops = 0
    while let (envelope, from, at) = travelling.popLast(), hops < 1000 {
      hops += 1
      let told = relays[at]?.received(
        envelope, on: 1, from: from, neighbours: (links[at] ?? []).sorted(), at: now)
      for case .forward(let next, let peers) in told ?? [] {
        #expect(next.ttl < envelope.ttl)
        travelling += peers.map { (next, from: at, at: $0) }
      }
    }
    #expect(hops <= 30 * 3 + 1)
    #expect(relays.values.allSatisfy { $0.counters["relay.forwarded"] <= 1 })
  }
}
