import Store
import TestWorld
import Testing
import World

@Suite struct EventTests {
  let test: TestVault

  init() throws { test = try TestVault() }

  func time(_ milliseconds: Int64) -> Timestamp { Timestamp(milliseconds: milliseconds) }

  @Test func readerGoesOnWhereItStopped() throws {
    do {
      let store = try test.created()
      for number in 1...5 { #expect(try store.appendEvent([UInt8(number)], at: time(7)) == Int64(number)) }
      try store.commitTurn()
    }
    let store = try test.opened()
    #expect(try store.events(after: 0, limit: 2).map(\.body) == [[1], [2]])
    #expect(try store.events(after: 2, limit: 100).map(\.cursor) == [3, 4, 5])
    #expect(try store.events(after: 5, limit: 100).isEmpty)
    #expect(try store.appendEvent([6], at: time(8)) == 6)
    #expect(try store.events(after: 5, limit: 100).map(\.at) == [time(8)])
  }

  @Test func oldestGoWhenTheBoundIsReached() throws {
    var settings = StoreSettings()
    settings.events = 3
    let store = try test.created(settings)
    #expect(try store.oldestEventCursor() == nil)
    for number in 1...10 { try store.appendEvent([UInt8(number)], at: time(1)) }
    #expect(try store.oldestEventCursor() == 8)
    #expect(try store.events(after: 0, limit: 100).map(\.cursor) == [8, 9, 10])
  }
}
