import Chat
import SQLite
import TestWorld
import Testing
import Wire

@testable import Store

/// The history as it is searched, read from its beginning, and kept for some time.
@Suite struct SearchTests {
  let test: TestVault
  let store: NodeStore
  private static let wide = SearchBounds(messages: .max, bytes: .max)

  init() throws {
    test = try TestVault()
    store = try test.created()
  }

  private func fill(_ count: Int) throws {
    for index in 0..<count {
      let key = Sample.key(UInt8(1 + index % 2), "m\(index)", index % 3 == 0 ? .received : .sent)
      try store.insertMessage(
        Sample.message(
          key, body: "message \(index)\(index % 5 == 0 ? " Löwe" : "")", position: Int64(index),
          sequence: Int64(index), state: .delivered))
    }
  }

  private func names(_ page: SearchPage) -> [String] { page.found.map(\.id.text) }

  @Test func findsNewestFirstAndByConversation() throws {
    try fill(21)
    let term = try #require(SearchTerm("löwe"))
    let all = try store.searchMessages(for: term, with: nil, before: nil, limit: 10, within: Self.wide)
    #expect(names(all) == ["m20", "m15", "m10", "m5", "m0"])
    #expect(all.examined == 21 && all.next == nil)
    #expect(all.found.first == (try store.message(Sample.key(1, "m20"))))
    let one = try store.searchMessages(for: term, with: Sample.peer(2), before: nil, limit: 10, within: Self.wide)
    #expect(names(one) == ["m15", "m5"])
  }

  @Test(arguments: [1, 2, 3, 7, 20, 21, 22]) func stepsJoinWithoutGapsOrRepetitions(step: Int) throws {
    try fill(21)
    let term = try #require(SearchTerm("löwe"))
    var (found, place, examined) = ([String](), Int64?.none, 0)
    repeat {
      let page = try store.searchMessages(
        for: term, with: nil, before: place, limit: 10, within: SearchBounds(messages: step, bytes: .max))
      #expect(page.examined <= step)
      (found, place, examined) = (found + names(page), page.next, examined + page.examined)
    } while place != nil
    #expect(found == ["m20", "m15", "m10", "m5", "m0"])
    #expect(examined == 21)
  }

  @Test func aStepEndsWithItsBytesAndItsFinds() throws {
    try fill(21)
    let term = try #require(SearchTerm("message"))
    let few = try store.searchMessages(for: term, with: nil, before: nil, limit: 4, within: Self.wide)
    #expect(names(few) == ["m20", "m19", "m18", "m17"])
    let short = try store.searchMessages(
      for: term, with: nil, before: few.next, limit: 100, within: SearchBounds(messages: .max, bytes: 15))
    #expect(names(short) == ["m16", "m15"])
  }

  @Test func namesOfFilesAreSearchedAsTexts() throws {
    let files = [("Rechnung März.pdf", ""), ("holiday.jpg", "the river"), ("notes.txt", "holiday in march")]
    for (index, (name, caption)) in files.enumerated() {
      let reactions = [
        Reaction(author: Sample.peer(1), emoji: "👍", number: 1),
        Reaction(author: Sample.peer(2), emoji: nil, number: 2),
      ]
      try store.insertMessage(
        ChatMessage(
          key: Sample.key(1, "f\(index)"), body: caption, sentAt: Sample.time(1), receivedAt: Sample.time(2),
          position: Int64(index), sequence: Int64(index), replyTo: MessageID("m0"), editedAt: Sample.time(3),
          file: ChatFile(kind: .file, name: name, mime: "text/plain", size: 3), reactions: reactions,
          state: .delivered))
    }
    try store.insertMessage(
      ChatMessage(
        key: Sample.key(2, "m0"), body: "", sentAt: Sample.time(1), receivedAt: nil, position: 9, sequence: 9,
        file: ChatFile(kind: .audio, name: nil, mime: nil, duration: .seconds(3), size: 3), state: .delivered))
    for (words, found) in [
      ("HOLIDAY", ["f2", "f1"]), ("river .jpg", ["f1"]), ("märz", ["f0"]),
      ("plain", []), ("👍", []),
    ] {
      let term = try #require(SearchTerm(words))
      let page = try store.searchMessages(for: term, with: nil, before: nil, limit: 10, within: Self.wide)
      #expect(names(page) == found, "\(words)")
      #expect(page.examined == 4)
    }
  }

  @Test func aBrokenCellIsNotTakenForAMessageWithoutWords() throws {
    try fill(3)
    try store.database.run("UPDATE messages SET content = zeroblob(64) WHERE rowid = 2")
    let term = try #require(SearchTerm("löwe"))
    #expect(throws: StoreError.sealBroken(table: "messages", column: "content")) {
      try store.searchMessages(for: term, with: nil, before: nil, limit: 10, within: Self.wide)
    }
  }

  @Test func whatIsErasedIsNotFound() throws {
    try fill(3)
    try store.eraseMessage(Sample.key(2, "m1"))
    let page = try store.searchMessages(
      for: #require(SearchTerm("message")), with: nil, before: nil, limit: 10, within: Self.wide)
    #expect(names(page) == ["m2", "m0"])
  }

  @Test func nothingOfATermIsWritten() throws {
    try fill(3)
    try store.commitTurn()
    _ = try store.searchMessages(
      for: #require(SearchTerm("löwe")), with: nil, before: nil, limit: 10, within: Self.wide)
    #expect(!store.hasUncommitted)
  }

  @Test func conversationIsReadFromItsBeginning() throws {
    try fill(21)
    var (found, place) = ([ChatMessage](), HistoryPlace(position: .min, sequence: .min))
    while case let page = try store.messages(with: Sample.peer(1), after: place, limit: 4), let last = page.last {
      found += page
      place = last.place
    }
    #expect(found.map(\.id.text) == stride(from: 0, through: 20, by: 2).map { "m\($0)" })
  }

  @Test func onlyWhatIsSettledAndOldIsOutdated() throws {
    for (index, state) in [DeliveryState.queued, .delivered, .read, .failed(.cancelled), .sent, .relayed]
      .enumerated()
    {
      try store.insertMessage(Sample.message(Sample.key(1, "m\(index)"), position: Int64(index), state: state))
    }
    try store.insertMessage(
      Sample.message(Sample.key(1, "r", .received), position: 9, state: .delivered))
    #expect(try store.settledMessages(storedBefore: Sample.time(10), limit: 10).isEmpty)
    #expect(
      try store.settledMessages(storedBefore: Sample.time(11), limit: 10).map(\.id.text) == ["m1", "m2", "m3"])
    #expect(
      try store.settledMessages(storedBefore: Sample.time(12), limit: 10).map(\.id.text) == ["m1", "m2", "m3", "r"])
    #expect(try store.settledMessages(storedBefore: Sample.time(12), limit: 2).map(\.id.text) == ["m1", "m2"])
    #expect(try store.settledMessages(storedBefore: Sample.time(11), limit: 4).count == 3)
    try store.eraseMessage(Sample.key(1, "m1"))
    #expect(try store.settledMessages(storedBefore: Sample.time(11), limit: 2).map(\.id.text) == ["m2", "m3"])
  }

  /// The clock was ahead for a while, and was set right.
  @Test func whatWasStoredUnderAWrongClockKeepsNothingElse() throws {
    for index in 0..<3 {
      try store.insertMessage(
        Sample.message(
          Sample.key(1, "late\(index)", .received), position: Int64(index), state: .delivered,
          receivedAt: Sample.time(99)))
    }
    try store.insertMessage(Sample.message(Sample.key(1, "old", .received), position: 9, state: .delivered))
    for limit in 1...4 {
      #expect(try store.settledMessages(storedBefore: Sample.time(12), limit: limit).map(\.id.text) == ["old"])
    }
  }
}
