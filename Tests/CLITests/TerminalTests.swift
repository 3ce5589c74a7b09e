import ControlAPI
import Glibc
import TestWorld
import Testing
import World

@testable import CLI

/// What a person at a terminal sees and does.
@Suite struct TerminalTests {
  private static let everywhere: Stage.Terminals = [.input, .output, .errors]
  private static let choose = "choose a passphrase for the store: "
  private static let again = "the same again: "

  @Test func initAsksTwiceWithoutEcho() async throws {
    let local = ScriptedActions()
    let stage = try Stage(terminals: Self.everywhere, local: local, directory: try TemporaryDirectory())
    stage.answer([(Self.choose, "correct horse"), (Self.again, "correct horse")])
    let outcome = await stage.run(["init"])
    #expect(outcome.exit == 0)
    #expect(local.heard == ["init - passphrase correct horse"])
    #expect(outcome.errors.hasPrefix("\(Self.choose)\n\(Self.again)\n"))
    #expect(!(outcome.errors + outcome.output).contains("horse"))
    #expect(stage.inputEchoes)
  }

  @Test func initRefusesTwoDifferentAnswers() async throws {
    let local = ScriptedActions()
    let stage = try Stage(terminals: Self.everywhere, local: local, directory: try TemporaryDirectory())
    stage.answer([(Self.choose, "correct horse"), (Self.again, "correct house")])
    let outcome = await stage.run(["init"])
    #expect(outcome.exit == 10)
    #expect(outcome.errors.hasSuffix("sophax: the two passphrases differ\n"))
    #expect(local.heard.isEmpty)
  }

  @Test(arguments: [
    ("", "the passphrase is empty"), (String(repeating: "x", count: 1025), "longer than 1024 bytes"),
  ])
  func initRefusesAnswer(typed: String, message: String) async throws {
    let stage = try Stage(terminals: Self.everywhere, directory: try TemporaryDirectory())
    stage.answer([(Self.choose, typed)])
    let outcome = await stage.run(["init"])
    #expect(outcome.exit == 10)
    #expect(outcome.errors.contains(message))
  }

  @Test func initRefusesAShortPassphraseAtOnce() async throws {
    let local = ScriptedActions()
    let stage = try Stage(terminals: Self.everywhere, local: local, directory: try TemporaryDirectory())
    stage.answer([(Self.choose, "éßéßéßé")])
    let outcome = await stage.run(["init"])
    #expect(outcome.exit == 8)
    #expect(outcome.errors.contains("sophax: the passphrase has fewer than 8 characters"))
    #expect(local.heard.isEmpty)
  }

  @Test func daemonAsksOnce() async throws {
    let local = ScriptedActions()
    let stage = try Stage(terminals: Self.everywhere, local: local, directory: try TemporaryDirectory())
    stage.answer([("passphrase: ", "correct horse")])
    let outcome = await stage.run(["daemon"])
    #expect(outcome.exit == 0)
    #expect(local.heard == ["daemon auto passphrase correct horse"])
  }

  /// Nobody types a passphrase for a node that is not there or is in use.
  @Test func daemonLooksBeforeItAsks() async throws {
    let local = ScriptedActions(vacancy: RPCError(.notFound, "there is no node", hint: "sophax init"))
    let stage = try Stage(terminals: Self.everywhere, local: local, directory: try TemporaryDirectory())
    let outcome = await stage.run(["daemon"])
    #expect(outcome.exit == 4)
    #expect(outcome.errors == "sophax: there is no node\nsophax: hint: sophax init\n")
    #expect(local.heard.isEmpty)
  }

  @Test(arguments: ["/notify", "@sophax-notify-"])
  func daemonTellsTheServiceManager(name: String) async throws {
    let directory = try TemporaryDirectory()
    let path = name.hasPrefix("@") ? name + directory.path.suffix(6) : directory.path + name
    let manager = try DatagramSocket(at: path)
    let stage = try Stage(environment: ["NOTIFY_SOCKET": path], directory: directory)
    let outcome = await stage.run(["daemon", "--key-file", "/k"])
    #expect(outcome.exit == 0)
    #expect(manager.received == "READY=1")
  }

  @Test func interruptedPromptGivesTheEchoBack() async throws {
    let stage = try Stage(terminals: Self.everywhere, directory: try TemporaryDirectory())
    stage.answer([(Self.choose, "^C")])
    let outcome = await stage.run(["init"])
    #expect(outcome.exit == 130)
    #expect(outcome.errors == "\(Self.choose)\n")
    #expect(stage.inputEchoes)
  }

  @Test func slowCallShowsStagePercentAndTime() throws {
    let stage = try Stage(terminals: Self.everywhere, directory: try TemporaryDirectory())
    nonisolated(unsafe) var clock = ManualClock()
    let line = ProgressLine("looking up", console: stage.console) { clock.now.instant }
    line.paint()
    clock.advance(by: .seconds(3))
    line.paint()
    line.advance(Progress(id: .number(1), stage: "dialling", percent: 40, detail: "3 of\u{1B}7"))
    line.clear()
    line.clear()
    #expect(
      stage.errorsSoFar
        == "\r\u{1B}[2Klooking up  3 s\r\u{1B}[2Kdialling  40 %  3 of\\u{1b}7  3 s\r\u{1B}[2K")
  }

  @Test(arguments: ["dumb", ""])
  func nothingIsPaintedOnATerminalThatCannot(term: String) throws {
    let stage = try Stage(
      terminals: Self.everywhere, environment: ["TERM": term], directory: try TemporaryDirectory())
    nonisolated(unsafe) var clock = ManualClock()
    let line = ProgressLine("looking up", console: stage.console) { clock.now.instant }
    clock.advance(by: .seconds(3))
    line.paint()
    line.clear()
    #expect(stage.errorsSoFar.isEmpty)
    #expect(!stage.console.coloursOutput)
    #expect(stage.console.canAsk)
  }

  @Test func readerThatLeavesIsNoFailure() async throws {
    signal(SIGPIPE, SIG_IGN)
    let stage = try Stage(directory: try TemporaryDirectory())
    stage.closeOutputReader()
    let outcome = await stage.run(["help"])
    #expect(outcome.exit == 0)
    #expect(outcome.errors.isEmpty)
  }
}
