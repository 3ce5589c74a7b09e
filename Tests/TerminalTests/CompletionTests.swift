import Testing

@testable import Terminal

@Suite struct CompletionTests {
  @Test func turnsThroughWhatFits() {
    var completion = Completion(stem: "/open ", word: "B", candidates: ["bob", "alice", "Barbara"])
    #expect(completion.matches == ["bob", "Barbara"])
    let turns = [true, true, true, false].map { completion.turn(forward: $0) }
    #expect(turns == ["/open bob", "/open Barbara", "/open bob", "/open Barbara"])
  }

  @Test func nothingFits() {
    var completion = Completion(stem: "", word: "x", candidates: ["bob"])
    let turns = [true, false].map { completion.turn(forward: $0) }
    #expect(turns == [nil, nil])
  }
}
