import TestWorld
import Testing
import World

@testable import Wire

@Suite struct ReplayWindowTests {
  private let sender = TestIdentity(seed: 1).keys.nodeID

  private func key(_ number: Int) -> ReplayWindow.Key {
    ReplayWindow.Key(signedBytes: Array("\(number)".utf8), sender: sender)
  }

  @Test func remembersUntilTheLifetimeIsOver() {
    var window = ReplayWindow(lifetime: .seconds(10))
    let start = Instant(nanoseconds: 0)
    window.record(key(1), at: start)
    window.record(key(2), at: start + .seconds(10))
    #expect(window.holds(key(1)) && window.holds(key(2)))
    window.record(key(3), at: start + .seconds(11))
    #expect(!window.holds(key(1)) && window.holds(key(2)) && window.holds(key(3)))
  }

  @Test func theOldestLeaveWhenThereAreTooMany() {
    var window = ReplayWindow(capacity: 100)
    for number in 0..<10_000 {
      window.record(key(number), at: Instant(nanoseconds: 0))
      window.record(key(number), at: Instant(nanoseconds: 0))
      #expect(window.count <= 100)
    }
    for number in 9_900..<10_000 { #expect(window.holds(key(number))) }
    #expect(!window.holds(key(9_899)))
  }

  @Test func sendersAreApart() {
    var window = ReplayWindow()
    window.record(key(1), at: Instant(nanoseconds: 0))
    let other = ReplayWindow.Key(signedBytes: Array("1".utf8), sender: TestIdentity(seed: 2).keys.nodeID)
    #expect(!window.holds(other))
  }

  /// What a message's lifetime in the window has to cover: the whole time in which it is accepted.
  @Test func theLifetimeCoversTheTimeWindow() {
    let widest = WireLimits.future - min(WireLimits.livePast, WireLimits.relayedPast)
    #expect(WireLimits.replayLifetime > .seconds(widest))
  }
}
