import Chat
import Testing
import Wire
import World

@Suite struct ConversationTests {
  @Test func textsGoBothWaysAndAreDelivered() throws {
    var world = SimulatedWorld(["anna", "ben"], seed: 1)
    world.introduce(0, 1)
    let first = world.send("hello", from: 0, to: 1)
    #expect(world.state(first, of: 0) == .queued)
    try world.settle()
    #expect(world.received(1, from: 0) == ["hello"])
    #expect(world.state(first, of: 0) == .delivered)
    let second = world.send("hello yourself", from: 1, to: 0)
    try world.settle()
    #expect(world.received(0, from: 1) == ["hello yourself"])
    #expect(world.state(second, of: 1) == .delivered)
    let third = world.send("and again", from: 0, to: 1)
    try world.settle()
    #expect(world.history(1, with: 0).map(\.body) == ["hello", "hello yourself", "and again"])
    #expect(world.state(third, of: 0) == .delivered)
  }
}
