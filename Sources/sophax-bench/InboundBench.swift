import Chat
import E2EE
import Glibc
import Store
import TestWorld
import Wire
import World

/// A peer that has a hundred thousand messages for this node and brings them all at once: engines and stores of the
/// daemon, a session that both have used, a link without a network.
enum InboundBench {
  private static let count = 100_000
  private static let body = 4_096
  /// Kept in the sender's outbox at a time; a person's node takes a thousand for one contact.
  private static let waiting = 500

  static func run(progress: (String) -> Void) throws -> [Figure] {
    let directory = try TemporaryDirectory()
    var pair = try BenchPair(directory)
    try pair.prove()
    try pair.answer()
    let peer = pair.sender.identity.nodeID
    let beginning = try pair.receiver.store.messages(with: peer, before: nil, limit: 1).first?.place
    let start = ContinuousClock.now
    var sent = 0
    while sent < count {
      let room = try waiting - pair.sender.store.countOutbox(of: nil)
      let next = sent..<min(count, sent + max(0, room))
      try pair.send(next.map(text))
      sent = next.upperBound
      try pair.run()
      try Interruption.check()
      if sent / 10_000 > (sent - next.count) / 10_000 { progress("\(sent) of \(count) messages") }
    }
    while try pair.sender.store.countOutbox(of: nil) > 0 { try pair.run() }
    let seconds = (ContinuousClock.now - start).seconds
    try check(pair, after: beginning)
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return [
      Figure(
        name: "inbound.memory", value: Double(usage.ru_maxrss) / 1024, unit: "MiB",
        note: "the most that sender and receiver took together, of \(count) messages of \(body) bytes"),
      Figure(
        name: "inbound.in-order", value: Double(count), unit: "messages",
        note: "each is there once and in its place: none lost, none twice"),
      Figure(
        name: "inbound.rate", value: Double(count) / seconds, unit: "1/s",
        note: "encrypted, kept, received, kept, acknowledged; both sides on one core"),
    ]
  }

  private static func text(_ number: Int) -> String {
    let name = Array("\(number) ".utf8)
    return String(decoding: name + [UInt8](repeating: UInt8(ascii: "x"), count: body - name.count), as: UTF8.self)
  }

  /// Every message is there once, in the order in which it was written.
  private static func check(_ pair: BenchPair, after beginning: HistoryPlace?) throws {
    var (place, number) = (beginning ?? HistoryPlace(position: .min, sequence: .min), 0)
    while case let page = try pair.receiver.store.messages(
      with: pair.sender.identity.nodeID, after: place, limit: 500), let last = page.last
    {
      for message in page {
        guard message.body == text(number) else {
          throw BenchFailure.unexpected("message \(number) is not where it should be")
        }
        number += 1
      }
      place = last.place
    }
    guard number == count else { throw BenchFailure.unexpected("\(number) of \(count) messages came") }
  }
}
