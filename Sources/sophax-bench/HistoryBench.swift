import Chat
import E2EE
import Store
import TestWorld
import Wire
import World

/// A long history in the daemon's store, and words looked for in it.
enum HistoryBench {
  private static let count = 100_000
  private static let words = [
    "tomorrow", "station", "the", "we", "meet", "at", "river", "and", "bring", "nothing", "else", "please",
    "coffee",
    "letter", "again", "north",
  ]

  static func run() throws -> [Figure] {
    var chance = SeededRandom(seed: 1)
    let directory = try TemporaryDirectory()
    let vault = try Vault.create(at: directory.file("node"))
    let store = try NodeStore(vault: vault, master: MasterKey.random(), program: "sophax-bench")
    try fill(store, using: &chance)
    return try figures("absent", "a word that no message has", in: store)
      + figures("river absent", "two words, of which one is in most messages", in: store)
      + figures("größe", "a word beyond ASCII, in messages of ASCII", in: store)
  }

  private static func fill(_ store: NodeStore, using chance: inout SeededRandom) throws {
    let peers = (0..<20).map { _ in NodeID(signingKey: chance.bytes(32), dhKey: chance.bytes(32)) }
    for number in 0..<count {
      guard let id = MessageID("message-\(number)") else { continue }
      let body = (0..<16).map { _ in words[Int.random(in: 0..<words.count, using: &chance)] }.joined(separator: " ")
      let isSent = number.isMultiple(of: 2)
      try store.insertMessage(
        ChatMessage(
          key: MessageKey(peer: peers[number % peers.count], direction: isSent ? .sent : .received, id: id),
          body: body, sentAt: Timestamp(milliseconds: Int64(number)),
          receivedAt: isSent ? nil : Timestamp(milliseconds: Int64(number)), position: Int64(number),
          sequence: Int64(number), state: .delivered))
      if number.isMultiple(of: 1_000) { try store.commitTurn() }
    }
    try store.commitTurn()
  }

  /// The medians of five searches through everything, in the steps of the daemon.
  private static func figures(_ text: String, _ what: String, in store: NodeStore) throws -> [Figure] {
    guard let term = SearchTerm(text) else { throw BenchFailure.unexpected("\(text) is no term") }
    let times = try (0..<5).map { _ in
      let start = (clock: ContinuousClock.now, processor: Stopwatch.processorTime())
      var (place, examined) = (Int64?.none, 0)
      repeat {
        let page = try store.searchMessages(
          for: term, with: nil, before: place, limit: 50, within: SearchBounds(messages: 4_000, bytes: 1 << 20))
        (place, examined) = (page.next, examined + page.examined)
      } while place != nil
      guard examined == count else { throw BenchFailure.unexpected("\(examined) messages were looked at") }
      return (
        clock: (ContinuousClock.now - start.clock).seconds * 1000,
        processor: (Stopwatch.processorTime() - start.processor) * 1000
      )
    }
    let words = text == "größe" ? "beyond-ascii" : text.split(separator: " ").joined(separator: "-")
    let note = "\(what), through \(count) messages of about 90 bytes; median of 5"
    return [
      Figure(name: "history.search.\(words)", value: times.map(\.clock).median, unit: "ms", note: note),
      Figure(
        name: "history.search.\(words).processor", value: times.map(\.processor).median, unit: "ms",
        note: "the same by the processor's clock"),
    ]
  }
}
