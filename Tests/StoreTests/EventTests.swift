import Chat
import SQLite
import TestWorld
import Testing
import World

@testable import Store

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
      let contact = ChatEvent.Contact(
        trust: .blocked, localName: kind == .contactRenamed ? nil : "Löwe", username: "Ada")
      written.append(
        try store.appendEvent(
          kind, peer: Sample.peer(2), message: message, state: state,
          contact: kind == .messageEdited ? nil : contact, at: Sample.time(-4)))
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

  /// Cells of the first version end before the contact.
  @Test func eventOfTheFirstVersionIsRead() throws {
    let store = try test.created()
    let event = try store.appendEvent(at: 1)
    let place = ColumnCipher.Place("events", "body", row: .integer(event.cursor))
    let body = try #require(try store.database.first("SELECT body FROM events") { $0.blob(0) })
    let plain = try store.cipher.open(body, at: place)
    try store.database.run(
      "UPDATE events SET body = ?", [.blob(store.cipher.seal(Array(plain.dropLast()), at: place))])
    #expect(try store.events(after: 0, limit: 9) == [event])
  }
}
