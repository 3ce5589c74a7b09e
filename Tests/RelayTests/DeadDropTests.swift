import Testing
import Wire
import World

@testable import Relay

@Suite struct DeadDropTests {
  private let local = RelayWorld.node(1)
  private let target = RelayWorld.node(2)
  private let sender = RelayWorld.node(3)
  private let others = (10..<30).map { RelayWorld.node($0) }
  private let now = RelayWorld.now

  private func receive(
    _ drop: DeadDropEnvelope, _ drops: inout DeadDrops, _ neighbours: [NodeID] = [], link: UInt64 = 1,
    at time: Moment? = nil
  ) -> [DeadDrops.Directive] {
    drops.received(drop, on: link, from: sender, neighbours: neighbours, at: time ?? now)
  }

  @Test func itIsHeldAndCopiedToAFew() {
    var drops = DeadDrops(local: local)
    let drop = RelayWorld.drop(to: target.hex)
    let told = receive(drop, &drops, others + [sender])
    #expect(told == [.flood(drop, to: Array(others.prefix(8)))] && drops.count == 1)
  }

  @Test func itIsHandedToATargetThatIsThereOrAppears() {
    var drops = DeadDrops(local: local)
    let drop = RelayWorld.drop(to: target.peerID)
    #expect(receive(drop, &drops, others + [target]) == [.flood(drop, to: [target])] && drops.count == 0)
    let later = RelayWorld.drop(to: target.peerID, id: "later")
    _ = receive(later, &drops)
    #expect(drops.linkProven(others[0], at: now).isEmpty)
    #expect(drops.linkProven(target, at: now) == [.flood(later, to: [target])])
    #expect(drops.linkProven(target, at: now).isEmpty && drops.heldBytes == 0)
  }

  @Test func anOwnOneGoesToAFewAndIsKnownWhenItComesBack() {
    var drops = DeadDrops(local: local, isOn: false)
    let drop = RelayWorld.drop(to: target.hex)
    #expect(drops.begin(drop, neighbours: [], at: now).isEmpty, "nobody is there")
    #expect(drops.begin(drop, neighbours: others, at: now) == [.flood(drop, to: Array(others.prefix(8)))])
    #expect(receive(drop, &drops, others).isEmpty && drops.count == 0)
    #expect(drops.begin(drop, neighbours: others, at: now).isEmpty)
  }

  @Test func itDoesNotComeBackForItsLifetime() {
    var drops = DeadDrops(local: local)
    var drop = RelayWorld.drop(to: target.hex, expiresIn: .seconds(43_200))
    #expect(!receive(drop, &drops, others).isEmpty)
    for hours in [0, 1, 6, 11] {
      let time = now + .seconds(hours * 3600)
      drop.expiresAt = WireDate(time.timestamp + .seconds(43_000))
      #expect(receive(drop, &drops, others, at: time).isEmpty, "after \(hours) hours")
    }
    #expect(receive(RelayWorld.drop(to: target.hex), &drops, others, at: now + .seconds(7200)).isEmpty)
  }

  /// How far away the expiry is, and whether the drop is taken.
  @Test(
    arguments: zip([-1, 0, 1, 43_200, 43_500, 43_501, Int(1e12)], [false, false, true, true, true, false, false]))
  func theExpiryIsBounded(seconds: Int, isTaken: Bool) {
    var drops = DeadDrops(local: local)
    _ = receive(RelayWorld.drop(to: target.hex, expiresIn: .seconds(seconds)), &drops)
    #expect((drops.count == 1) == isTaken)
  }

  @Test func ourOwnAreOpenedEvenWhenTheServiceIsOff() {
    var drops = DeadDrops(local: local, isOn: false)
    let drop = RelayWorld.drop(to: local.hex)
    #expect(receive(drop, &drops) == [.open(drop)])
    #expect(receive(drop, &drops).isEmpty)
    #expect(receive(RelayWorld.drop(to: target.hex), &drops, others).isEmpty && drops.count == 0)
  }

  @Test func roomAndRateAreBounded() {
    var settings = RelaySettings()
    settings.dropsPerLink = .init(burst: 1e9, perSecond: 0)
    settings.dropsInTotal = .init(burst: 1e9, perSecond: 0)
    settings.drops = 10
    settings.dropBytes = 1000
    var drops = DeadDrops(local: local, settings: settings)
    for index in 0..<100 {
      let drop = RelayWorld.drop(
        to: target.hex, id: "\(index)", number: index, bytes: index.isMultiple(of: 10) ? 400 : 40,
        expiresIn: .seconds(3600 - index))
      _ = receive(drop, &drops)
      #expect(drops.count <= 10 && drops.heldBytes <= 1000)
    }
    _ = receive(RelayWorld.drop(to: target.hex, id: "large", bytes: 2000), &drops)
    #expect(drops.counters["drops.refused.too-large"] == 1 && drops.count > 0)
    var limited = DeadDrops(local: local)
    let taken = (0..<100).count { index in
      !receive(RelayWorld.drop(to: target.hex, id: "\(index)"), &limited, others, link: UInt64(index % 3)).isEmpty
    }
    #expect(taken == 15)
  }

  @Test(arguments: ["", "zz", "0123"]) func hostileFieldsAreDropped(target: String) {
    var drops = DeadDrops(local: local)
    #expect(receive(RelayWorld.drop(to: target), &drops, others).isEmpty)
    #expect(receive(RelayWorld.drop(to: self.target.hex, bytes: 27), &drops, others).isEmpty)
    #expect(receive(RelayWorld.drop(to: self.target.hex, id: ""), &drops, others).isEmpty)
    #expect(drops.counters["drops.refused.malformed"] == 3)
  }
}
