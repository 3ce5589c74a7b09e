import TestWorld
import Testing
import Wire
import World

@testable import Transport

private let start = ManualClock().now.instant

@Suite struct TokenBucketTests {
  @Test func fillsByTheSecondUpToItsBurst() {
    var bucket = TokenBucket(rate: 10, burst: 2, at: start)
    #expect(bucket.take(1, at: start) == true)
    #expect(bucket.take(1, at: start) == true)
    #expect(bucket.take(1, at: start) == false)
    #expect(bucket.take(1, at: start + .milliseconds(99)) == false)
    #expect(bucket.take(1, at: start + .milliseconds(101)) == true)
    #expect(bucket.take(2, at: start + .seconds(1000)) == true)
    #expect(bucket.take(0.1, at: start + .seconds(1000)) == false)
  }

  @Test func overdrawingMakesADebtThatTimePays() {
    var bucket = TokenBucket(rate: 10, burst: 2, at: start)
    bucket.spend(2, at: start)
    #expect(bucket.debt(at: start) == nil)
    bucket.spend(5, at: start)
    #expect(bucket.debt(at: start) == .milliseconds(500))
    #expect(bucket.debt(at: start + .milliseconds(400)) == .milliseconds(100))
    #expect(bucket.debt(at: start + .milliseconds(500)) == nil)
  }

  @Test func aClockThatStandsStillOrGoesBackGivesNothing() {
    var bucket = TokenBucket(rate: 10, burst: 1, at: start)
    bucket.spend(2, at: start)
    bucket.spend(0, at: start + .seconds(-5))
    #expect(bucket.debt(at: start + .seconds(-5)) == .milliseconds(100))
  }
}

@Suite struct BackoffTableTests {
  private let address = PeerAddress.loopback(port: 1)

  @Test func doublesWithJitterUpToTheLongest() {
    let settings = TransportSettings()
    var random = SeededRandom(seed: 7)
    var table = BackoffTable(settings: settings)
    var now = start
    var attempts = 0
    while now < start + .seconds(3600) {
      #expect(table.until(address, at: now) == nil)
      attempts += 1
      table.failed(address, at: now, random: &random)
      guard let until = table.until(address, at: now) else { return #expect(Bool(false), "no wait") }
      let expected = min(15.0 * Double(1 << (attempts - 1)), 900)
      #expect((0.79...1.21).contains((until - now).inSeconds / expected))
      now = until
    }
    #expect((6...10).contains(attempts))
    table.succeeded(address)
    #expect(table.until(address, at: start) == nil)
  }

  @Test func manyFailuresDoNotOverflow() {
    var random = SeededRandom(seed: 7)
    var table = BackoffTable(settings: TransportSettings())
    for _ in 0..<200 { table.failed(address, at: start, random: &random) }
    #expect((table.until(address, at: start).map { $0 - start } ?? .zero) <= .seconds(1081))
  }

  @Test func remembersABoundedNumber() {
    var settings = TransportSettings()
    settings.backoffEntries = 3
    var random = SeededRandom(seed: 7)
    var table = BackoffTable(settings: settings)
    for port in 1...50 as ClosedRange<UInt16> {
      table.failed(PeerAddress.loopback(port: port), at: start, random: &random)
    }
    #expect(table.count == 3)
    #expect(table.until(PeerAddress.loopback(port: 50), at: start) != nil)
  }
}

@Suite struct LinkChoiceTests {
  private let choice = LinkChoice(settings: TransportSettings())
  private let low = NodeID(words: (0, 0, 0, 1))
  private let high = NodeID(words: (0, 0, 0, 2))

  private func newerWins(_ older: NodeID, _ newer: NodeID, after: Duration) -> Bool {
    choice.newerWins(
      older: .init(dialler: older, provenAt: start), newer: .init(dialler: newer, provenAt: start + after))
  }

  @Test func ofSimultaneousDialsTheLowerNodesStays() {
    #expect(!newerWins(low, high, after: .seconds(1)))
    #expect(newerWins(high, low, after: .seconds(1)))
  }

  @Test func laterTheNewerLinkStays() {
    #expect(newerWins(low, high, after: .seconds(30)))
    #expect(newerWins(high, low, after: .seconds(30)))
    #expect(newerWins(low, low, after: .zero))
  }
}

@Suite struct LinkVitalsTests {
  private var vitals = LinkVitals(settings: TransportSettings(), at: start)

  @Test mutating func pingsWhenNothingWasSent() {
    #expect(vitals.nextDeadline == start + .seconds(90))
    #expect(vitals.verdict(queued: 0, at: start + .seconds(89)) == .fine)
    #expect(vitals.verdict(queued: 0, at: start + .seconds(90)) == .pingDue)
    vitals.sent(at: start + .seconds(90))
    #expect(vitals.nextDeadline == start + .seconds(180))
  }

  @Test mutating func givesUpWhenNothingCame() {
    vitals.received(at: start + .seconds(10))
    vitals.sent(at: start + .seconds(249))
    #expect(vitals.verdict(queued: 0, at: start + .seconds(249)) == .fine)
    #expect(vitals.verdict(queued: 0, at: start + .seconds(250)) == .idle)
  }

  @Test mutating func outputMustMakeProgress() {
    #expect(vitals.verdict(queued: 100, at: start + .seconds(1)) == .fine)
    #expect(vitals.nextDeadline <= start + .seconds(121))
    #expect(vitals.verdict(queued: 50, at: start + .seconds(60)) == .fine)
    vitals.received(at: start + .seconds(170))
    #expect(vitals.verdict(queued: 70, at: start + .seconds(179)) == .pingDue)
    #expect(vitals.verdict(queued: 70, at: start + .seconds(180)) == .stalled)
  }
}

@Suite struct DialQueueTests {
  private func address(_ port: UInt16) -> PeerAddress { PeerAddress.loopback(port: port) }

  @Test func peopleComeFirstAndTheNetworkLeavesThemRoom() {
    var settings = TransportSettings()
    (settings.dials, settings.networkDials, settings.waitingDials) = (3, 2, 6)
    var queue = DialQueue(settings: settings)
    let added = (1...4).map { queue.add(address($0), .network) } + [queue.add(address(10), .person)]
    #expect(added.allSatisfy { $0 })
    #expect(queue.next() == address(10))
    #expect(queue.next() == address(1))
    #expect(queue.next() == address(2))
    #expect(queue.next() == nil)
    queue.remove(address(10))
    // A place is free, but not for the network.
    #expect(queue.next() == nil)
    queue.raise(address(4))
    #expect(queue.next() == address(4))
    queue.remove(address(1))
    #expect(queue.next() == address(3))
    #expect([queue.activeCount, queue.waitingCount] == [3, 0])
  }

  @Test func waitingIsBounded() {
    var settings = TransportSettings()
    settings.waitingDials = 2
    var queue = DialQueue(settings: settings)
    let added = (1...4).map { queue.add(address($0), .person) }
    #expect(added == [true, true, false, false])
  }
}
