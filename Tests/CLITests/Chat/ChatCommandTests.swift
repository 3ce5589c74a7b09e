import Testing

@testable import CLI

@Suite struct ChatCommandTests {
  @Test(arguments: [
    ("/help", ChatCommand.help), ("/HELP", .help), ("/quit", .quit), ("/open bob", .open("bob")),
    ("/open  two words ", .open("two words")), ("/add x", .add("x", name: nil)),
    ("/add x the one", .add("x", name: "the one")),
    ("/accept", .accept(nil)), ("/accept eve", .accept("eve")), ("/block", .block(nil)),
    ("/unblock bob", .unblock("bob")),
    ("/remove bob", .remove("bob")), ("/rename Bobby T", .rename("Bobby T")), ("/verify", .verify(code: nil)),
    ("/reply so it is", .reply("so it is")), ("/react 👍", .react("👍")),
    ("/me", .me),
    ("/requests", .requests), ("/find 3f9a0c41", .find("3f9a0c41")), ("/trace", .trace(nil)),
    ("/trace m1", .trace("m1")),
    ("/search two words", .search("two words")),
    ("/cancel", .cancel(nil)), ("/status", .status),
  ]) func reading(line: String, command: ChatCommand) throws {
    #expect(try ChatCommand.parse(line) == command)
  }

  @Test(arguments: [
    ("/", "no command /: /help lists them; // begins a message with a slash"),
    ("/nonsense x", "no command /nonsense: /help lists them; // begins a message with a slash"),
    ("/open", "usage: /open WHO"), ("/open   ", "usage: /open WHO"), ("/add", "usage: /add WHO [NAME]"),
    ("/quit now", "/quit takes nothing"),
  ]) func refusing(line: String, message: String) {
    #expect { try ChatCommand.parse(line) } throws: { ($0 as? ChatCommand.Mistake)?.message == message }
  }

  @Test func everyEntryIsACommand() throws {
    for entry in ChatCommand.entries {
      #expect(
        try ChatCommand.parse("/\(entry.name)\(entry.operand.text.isEmpty ? "" : " x")")
          != (entry.name == "help" ? .quit : .help))
    }
  }

  @Test(arguments: [
    ("/op", "", "/op", "/open "), ("/open b", "/open ", "b", "bob"), ("/block ca", "/block ", "ca", "carol"),
  ]) func completing(text: String, stem: String, word: String, candidate: String) {
    let completion = ChatFixture.screen().book.completion(of: text)
    #expect(completion.stem == stem)
    #expect(completion.word == word)
    #expect(completion.candidates.contains(candidate))
  }

  @Test(arguments: ["hello", "//open b", "/rename b"]) func nothingToComplete(text: String) {
    #expect(ChatFixture.screen().book.completion(of: text).candidates.isEmpty)
  }
}
