import Chat
import SQLite
import TestWorld
import Testing
import Wire
import World

@testable import Store

/// What the store keeps of notes, erased messages, unread ones and drafts.
@Suite struct NoteStoreTests {
  let test: TestVault
  let store: NodeStore

  init() throws {
    test = try TestVault()
    store = try test.created()
  }

  static let notes: [ChatNote] = [
    .edit(of: MessageID("m")!, body: "neu\0", at: Sample.time(7)),
    .reaction(to: MessageID("m")!, emoji: "👍", number: -3),
    .reaction(to: MessageID("m")!, emoji: nil, number: .max),
    .read([MessageID("a")!, MessageID("b")!]), .read([]),
  ]

  @Test(arguments: notes) func noteComesBackWhole(_ note: ChatNote) throws {
    let entry = OutboxEntry(peer: Sample.peer(1), id: MessageID("n")!, sequence: 5, note: note)
    try store.saveOutboxEntry(entry)
    #expect(try store.outboxEntry(entry.id, of: entry.peer) == entry)
    let target = MessageID("m")!
    try store.saveEarlyNote(EarlyNote(peer: Sample.peer(1), target: target, note: note), keeping: 10)
    #expect(try store.takeEarlyNotes(of: Sample.peer(2), about: target).isEmpty)
    #expect(try store.takeEarlyNotes(of: Sample.peer(1), about: target) == [note])
    #expect(try store.takeEarlyNotes(of: Sample.peer(1), about: target).isEmpty)
    #expect(try store.faults().isEmpty)
  }

  @Test func onlyTheLastNotesAreKnown() throws {
    let names = (0..<5).map { MessageID("n\($0)")! }
    for name in names { try store.saveKnownNote(name, of: Sample.peer(1), keeping: 3) }
    try store.saveKnownNote(names[4], of: Sample.peer(1), keeping: 3)
    try store.saveKnownNote(names[0], of: Sample.peer(2), keeping: 3)
    #expect(try names.map { try store.isKnownNote($0, of: Sample.peer(1)) } == [false, false, true, true, true])
    #expect(try store.isKnownNote(names[0], of: Sample.peer(2)))
  }

  @Test func messageChangesAndKeepsItsPlace() throws {
    let key = Sample.key(1, "m")
    var message = ChatMessage(
      key: key, body: "old", sentAt: Sample.time(1), receivedAt: nil, position: 3, sequence: 9, previous: 4,
      replyTo: MessageID("q"), expiresAt: Sample.time(90), state: .sent)
    try store.insertMessage(message)
    #expect(try store.message(key) == message)
    message.body = "new"
    message.editedAt = Sample.time(5)
    message.reactions = [
      Reaction(author: Sample.peer(1), emoji: "👍", number: 2),
      Reaction(author: Sample.peer(2), emoji: nil, number: 1),
    ]
    try store.updateMessage(message)
    #expect(try store.message(key) == message)
    try store.setState(.read, of: key)
    message.state = .read
    #expect(try store.message(key) == message)
  }

  /// A message that was stored before there were replies, edits and reactions.
  @Test func cellOfTheFirstVersionIsRead() throws {
    let message = Sample.message(Sample.key(1, "m", .received), body: "long ago", state: .delivered)
    try store.insertMessage(message)
    var cell = CellWriter()
    cell.add(message.peer.bytes)
    cell.add(message.id.text)
    cell.add(message.sentAt)
    cell.add(message.receivedAt) { $0.add($1) }
    cell.add(message.body)
    let row = store.row(of: message.key)
    let place = ColumnCipher.Place("messages", "content", row: row.key)
    try store.database.run("UPDATE messages SET content = ?", [.blob(store.cipher.seal(cell.bytes, at: place))])
    #expect(try store.message(message.key) == message)
  }

  @Test func erasedMessageLeavesItsNameAndPlace() throws {
    let key = Sample.key(1, "m", .received)
    try store.insertMessage(Sample.message(key, body: "secret", position: 2, sequence: 7, state: .delivered))
    try store.saveDeliveryStep(
      DeliveryStep(kind: .read, firstAt: Sample.time(1), lastAt: Sample.time(1), times: 1, evidence: "seen"), at: 0,
      of: key)
    try store.eraseMessage(key)
    try store.eraseMessage(Sample.key(2, "m"))
    let left = try #require(try store.message(key))
    #expect(left.isGone && left.body.isEmpty && left.sequence == 7 && left.position == 2)
    #expect(try store.messages(with: key.peer, before: nil, limit: 9).isEmpty)
    #expect(try store.messages(named: "m", amongNewest: 9).isEmpty)
    #expect(try store.countMessages(with: key.peer) == 0)
    #expect(try store.countUnread(with: key.peer) == 0)
    #expect(try store.deliverySteps(of: key).isEmpty)
    #expect(try store.hasReceived(sequence: 7, from: key.peer))
    #expect(try store.hasReceived(before: 8, from: key.peer) && !store.hasReceived(before: 7, from: key.peer))
    #expect(try store.lastPosition(with: key.peer) == 2)
    try store.updateMessage(Sample.message(key, body: "again"))
    #expect(try store.message(key)?.body == "")
    try store.eraseMessage(key)
    #expect(try store.faults().isEmpty)
  }

  @Test func unreadMessagesAreListedInOrderUpToAPlace() throws {
    for (id, position, state) in [("a", 1, .read), ("b", 2, .delivered), ("c", 3, .delivered)]
      as [(String, Int64, DeliveryState)]
    {
      try store.insertMessage(Sample.message(Sample.key(1, id, .received), position: position, state: state))
    }
    try store.insertMessage(Sample.message(Sample.key(1, "d", .sent), position: 4, state: .delivered))
    let unread = { (place: HistoryPlace?) in
      try store.unreadMessages(with: Sample.peer(1), through: place, limit: 9).map(\.id.text)
    }
    #expect(try unread(nil) == ["b", "c"])
    #expect(try unread(HistoryPlace(position: 2, sequence: 1)) == ["b"])
    #expect(try unread(HistoryPlace(position: 1, sequence: 9)).isEmpty)
    #expect(try store.countUnread(with: Sample.peer(1)) == 2)
    #expect(try store.countUnread(with: Sample.peer(2)) == 0)
  }

  @Test func messagesThatEndAreFoundInOrder() throws {
    #expect(try store.nextExpiry() == nil)
    for (id, end) in [("late", 300), ("soon", 100), ("never", nil)] as [(String, Int64?)] {
      try store.insertMessage(
        ChatMessage(
          key: Sample.key(1, id), body: id, sentAt: Sample.time(1), receivedAt: nil, position: 1, sequence: 1,
          expiresAt: end.map { Sample.time($0) }, state: .queued))
    }
    #expect(try store.nextExpiry() == Sample.time(100))
    #expect(try store.messages(expiredBy: Sample.time(99), limit: 9).isEmpty)
    #expect(try store.messages(expiredBy: Sample.time(300), limit: 9).map(\.id.text) == ["soon", "late"])
    #expect(try store.messages(expiredBy: Sample.time(300), limit: 1).map(\.id.text) == ["soon"])
    try store.eraseMessage(Sample.key(1, "soon"))
    #expect(try store.nextExpiry() == Sample.time(300))
  }

  @Test func sequencesPassOverWhatWasGivenUpAndCountNotes() throws {
    for (id, sequence, state) in [("a", 10, .delivered), ("b", 20, .failed(.cancelled)), ("c", 30, .queued)]
      as [(String, Int64, DeliveryState)]
    {
      try store.insertMessage(Sample.message(Sample.key(1, id), sequence: sequence, state: state))
    }
    #expect(try store.lastSequence(to: Sample.peer(1), before: 30) == 10)
    #expect(try store.lastSequence(to: Sample.peer(1), before: 10) == 0)
    #expect(try store.lastSequence(to: Sample.peer(1)) == 30)
    try store.saveOutboxEntry(
      OutboxEntry(peer: Sample.peer(1), id: MessageID("n")!, sequence: 44, note: .read([])))
    #expect(try store.lastSequence(to: Sample.peer(1)) == 44)
  }

  @Test func draftIsReplacedAndGoesWithItsContact() throws {
    let peer = Sample.peer(1)
    try store.saveChatContact(Sample.contact(1))
    try store.saveDraft("one", to: peer)
    try store.saveDraft("two", to: peer)
    try store.saveDraft("other", to: Sample.peer(2))
    #expect(try store.draft(to: peer) == "two")
    try store.saveDraft(nil, to: peer)
    #expect(try store.draft(to: peer) == nil)
    try store.saveDraft("three", to: peer)
    try store.saveKnownNote(MessageID("n")!, of: peer, keeping: 3)
    try store.saveEarlyNote(EarlyNote(peer: peer, target: MessageID("m")!, note: .read([])), keeping: 3)
    try store.removeChatContact(peer)
    #expect(try store.draft(to: peer) == nil)
    #expect(try !store.isKnownNote(MessageID("n")!, of: peer))
    #expect(try store.takeEarlyNotes(of: peer, about: MessageID("m")!).isEmpty)
    #expect(try store.draft(to: Sample.peer(2)) == "other")
  }
}
