import Chat
import Testing
import World

@Suite struct MessageIDTests {
  @Test func aFreshOneIsAnUpperCaseUUIDOfVersionFour() throws {
    var chance = SeededRandom(seed: 1)
    var seen: Set<MessageID> = []
    for _ in 0..<500 {
      let id = MessageID.random(using: &chance)
      let groups = id.text.split(separator: "-")
      #expect(groups.map(\.count) == [8, 4, 4, 4, 12])
      #expect(groups[2].first == "4")
      #expect("89AB".contains(try #require(groups[3].first)))
      #expect(id.text == id.text.uppercased())
      #expect(MessageID(id.text) == id)
      seen.insert(id)
    }
    #expect(seen.count == 500)
  }

  @Test(arguments: ["", "a b", "é", "\u{1b}[2J", String(repeating: "x", count: 65)])
  func whatIsNoNameIsRefused(text: String) { #expect(MessageID(text) == nil) }
}
