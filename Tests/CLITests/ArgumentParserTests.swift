import ControlAPI
import Testing
import World

@testable import CLI

@Suite struct ArgumentParserTests {
  private static let table = [
    Command(
      "put", "put", operands: [Operand("WHAT", "what"), Operand("WHERE", count: .any, "where")],
      options: [
        Option("size", short: "s", takes: .integer(1...9), "size"),
        Option("tag", takes: .text("TAG"), "tag", repeatable: true),
        Option("force", short: "f", "force"),
      ]
    ) { _ in .success },
    Command("box open", "open") { _ in .success },
  ]

  private func parse(_ words: [String]) throws(Failure) -> (String, Arguments) {
    switch try ArgumentParser.parse(words, table: Self.table, globals: CommandTable.globals) {
    case .run(let command, let arguments): return (command.name, arguments)
    case .help(let path, _): return ("help " + path.joined(separator: " "), Arguments())
    case .version: return ("version", Arguments())
    }
  }

  @Test func optionsAndOperandsMix() throws {
    let (name, arguments) = try parse([
      "--json", "put", "-s", "3", "a", "--tag=x=y", "--tag", "z", "b", "-f", "-", "c",
    ])
    #expect(name == "put")
    #expect(arguments.operands == ["a", "b", "-", "c"])
    #expect(arguments.integer("size") == 3)
    #expect(arguments.values("tag") == ["x=y", "z"])
    #expect(arguments.has("force") && arguments.has("json") && !arguments.has("help"))
  }

  @Test func afterTwoDashesEverythingIsAnOperand() throws {
    #expect(try parse(["put", "--", "-f", "--", "--size"]).1.operands == ["-f", "--", "--size"])
  }

  @Test func valueMayLookLikeAnOption() throws {
    #expect(try parse(["put", "--tag", "--force", "x"]).1.values("tag") == ["--force"])
  }

  @Test(arguments: [
    (["box", "open"], "box open"), ([], "help "), (["-h"], "help "), (["box", "--help"], "help box"),
    (["put", "--help"], "help put"), (["--version"], "version"), (["put", "x", "--version"], "version"),
  ])
  func wordsNameACommand(words: [String], name: String) throws {
    #expect(try parse(words).0 == name)
  }

  @Test(arguments: [
    ["putt"], ["box"], ["box", "shut"], ["put"], ["put", "x", "--size"], ["put", "x", "--size", "10"],
    ["put", "x", "--size=3", "-s", "4"], ["put", "x", "--force=1"], ["put", "x", "--tag="], ["put", ""],
    ["put", "x", "-z"],
    ["box", "open", "x"], ["--size", "3", "put", "x"],
  ])
  func wrongWordsAreUsage(words: [String]) {
    let failure = #expect(throws: Failure.self) { try parse(words) }
    #expect(failure?.code == .usage)
  }

  @Test(arguments: [
    ("stauts", "status"), ("stat", "status"), ("verison", "version"), ("hlep", "help"), ("x", nil), ("", nil),
    (String(repeating: "a", count: 100_000), nil),
  ])
  func slipsAreRecognised(word: String, meant: String?) {
    #expect(Suggestion.nearest(to: word, among: ["status", "version", "help", "contact"]) == meant)
  }

  @Test(
    arguments: [
      ("90", 90_000), ("90s", 90_000), ("2m", 120_000), ("1h", 3_600_000), ("500ms", 500), ("0", nil), ("", nil),
      ("s", nil),
      ("-1", nil), ("1d", 86_400_000), ("366d", 31_622_400_000), ("367d", nil), ("1.5s", nil),
      ("99999999999999999999", nil), ("9223372036854775807h", nil),
      ("9999999h", nil),
      ("１", nil),
    ] as [(String, Int64?)])
  func durations(text: String, milliseconds: Int64?) {
    #expect(TimeText.duration(text)?.milliseconds == milliseconds)
  }

  @Test(
    arguments: [
      (0, "0 ms"), (999, "999 ms"), (12_499, "12.4 s"), (200_000, "3 min 20 s"), (18_180_000, "5 h 3 min"),
      (187_200_000, "2 d 4 h"), (-5, "0 ms"),
    ] as [(Int64, String)])
  func elapsed(milliseconds: Int64, text: String) {
    #expect(TimeText.elapsed(milliseconds) == text)
  }
}
