import Testing
import World

@testable import Reactor

@Suite struct TimerQueueTests {
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func agreesWithASortedListUnderRandomUse(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var queue = TimerQueue()
    let entries = (0..<200).map { _ in TimerQueue.Entry {} }
    var model: [Int: Int64] = [:]
    for _ in 0..<5000 {
      let index = Int.random(in: 0..<entries.count, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0, 1:
        let due = Int64.random(in: 0..<1000, using: &random)
        queue.schedule(entries[index], at: Instant(nanoseconds: due))
        model[index] = due
      case 2:
        queue.cancel(entries[index])
        model[index] = nil
      default:
        let now = Int64.random(in: 0..<1000, using: &random)
        let least = model.values.min()
        let taken = queue.next(at: Instant(nanoseconds: now))
        #expect((taken != nil) == (least.map { $0 <= now } ?? false))
        if let taken, let index = entries.firstIndex(where: { $0 === taken }) {
          #expect(model[index] == least)
          model[index] = nil
        }
      }
      #expect(queue.earliest?.nanoseconds == model.values.min())
      #expect(entries[index].isScheduled == (model[index] != nil))
    }
  }
}
