import Chat
import Store
import Testing

@Suite struct EventTests {
  let test: TestVault

  init() throws { test = try TestVault() }

  @Test func readerGoesOnWhereItStopped() throws {
    do {
      let store = try test.created()
      for number in 1...5 { #expect(try store.appendEvent(at: Int64(number)).cursor == Int64(number)) }
      try store.commitTurn()
    }
    let store = try test.opened()
    #expect(try store.events(after: 0, limit: 2).map(\.cursor) == [1, 2])
    #expect(try store.events(after: 2, limit: 100).map(\.at) == [3, 4, 5].map(Sample.time))
    #expect(try store.events(after: 5, limit: 100).isEmpty)
    #expect(try store.appendEvent(at: 6).cursor == 6)
  }

  @Test func eventComesBackWhole() throws {
    let store = try test.created()
    var written: [ChatEvent] = []
    for kind in ChatEvent.Kind.allCases {
      let state: DeliveryState? = kind == .messageState ? .failed(.refusedByPeer) : nil
      let message = kind == .contactAdded ? nil : Sample.key(2, "some-id", .received)
      written.append(
        try store.appendEvent(kind, peer: Sample.peer(2), message: message, state: state, at: Sample.time(-4)))
    }
    #expect(try store.events(after: 0, limit: 100) == written)
  }

  @Test func cursorsAreNeverUsedAgain() throws {
    do {
      let store = try test.created()
      #expect(try store.eventCursors() == nil)
      for _ in 1...4 { try store.appendEvent(at: 1) }
      try store.removeEvents(before: 3)
      #expect(try #require(try store.eventCursors()) == (3, 4))
      try store.removeEvents(before: 100)
      #expect(try #require(try store.eventCursors()) == (5, 4))
      try store.commitTurn()
    }
    #expect(try test.opened().appendEvent(at: 1).cursor == 5)
  }
}
