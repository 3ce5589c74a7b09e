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
    return [
      try figure("absent", "a word that no message has", in: store),
      try figure("river absent", "two words, of which one is in most messages", in: store),
      try figure("größe", "a word beyond ASCII, in messages of ASCII", in: store),
    ]
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

  /// The median of five searches through everything, in the steps of the daemon.
  private static func figure(_ text: String, _ what: String, in store: NodeStore) throws -> Figure {
    guard let term = SearchTerm(text) else { throw BenchFailure.unexpected("\(text) is no term") }
    let times = try (0..<5).map { _ in
      let start = ContinuousClock.now
      var (place, examined) = (Int64?.none, 0)
      repeat {
        let page = try store.searchMessages(
          for: term, with: nil, before: place, limit: 50, within: SearchBounds(messages: 2_000, bytes: 1 << 20))
        (place, examined) = (page.next, examined + page.examined)
      } while place != nil
      guard examined == count else { throw BenchFailure.unexpected("\(examined) messages were looked at") }
      return (ContinuousClock.now - start).seconds * 1000
    }
    let name = text.split(separator: " ").joined(separator: "-")
    return Figure(
      name: "history.search.\(name == "größe" ? "beyond-ascii" : name)", value: times.median, unit: "ms",
      note: "\(what), through \(count) messages of about 90 bytes; median of 5")
  }
}
