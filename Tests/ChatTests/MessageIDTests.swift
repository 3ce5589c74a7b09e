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

  @Test func aBeginningMeansAMessageWhenItMeansOne() throws {
    var world = SimulatedWorld(["anna", "ben"], seed: 9)
    world.introduce(0, 1)
    let sent = world.send("hello", from: 0, to: 1)
    let id = try #require(sent).text
    let find = { (text: String, direction: Direction?) throws(ChatError) in
      try world.nodes[0].engine.message(named: text, direction, in: world.nodes[0].store).id.text
    }
    #expect(try find(id, .sent) == id)
    #expect(try find(String(id.prefix(4).lowercased()), nil) == id)
    #expect(throws: ChatError.unknownMessage(id + "0")) { try find(id + "0", nil) }
    #expect(throws: ChatError.unknownMessage(String(id.prefix(8)))) { try find(String(id.prefix(8)), .received) }
    #expect(throws: ChatError.beginningTooShort(limit: 4)) { try find(String(id.prefix(3)), nil) }
    #expect(throws: ChatError.beginningTooShort(limit: 4)) { try find("", nil) }
    try world.settle()
    #expect(throws: ChatError.notAuthor) {
      try world.nodes[1].engine.message(named: id, .sent, in: world.nodes[1].store)
    }
  }
}
