import E2EE
import TestWorld
import Testing
import Wire
import World

@Suite struct PeerSessionsTests {
  private let start = Timestamp(milliseconds: 1_780_000_000_000)

  @Test func aConversationBeginsAndTurns() throws {
    var (a, b) = Party.pair(seed: 1, at: start)
    try a.initiate(toward: b.hello(at: start), at: start)
    for round in 0..<5 {
      let there = try a.send("there \(round)", at: start)
      #expect(there.type == (round == 0 ? .initiateSession : .message))
      #expect(try b.receive(there, from: a.keys, at: start) == "there \(round)")
      let back = try b.send("back \(round)", at: start)
      #expect(back.type == .message)
      #expect(try a.receive(back, from: b.keys, at: start) == "back \(round)")
    }
    #expect(a.sessions.current?.id == b.sessions.current?.id)
  }
}
