import CLinux
import ControlAPI
import Glibc
import TestWorld
import Testing

@testable import CLI

/// The client against a daemon that is slow, talkative, strange or gone.
@Suite struct ClientTests {
  private let directory: TemporaryDirectory
  private var socketPath: String { directory.file("sophax/control") }

  init() throws {
    directory = try TemporaryDirectory()
    mkdir(directory.file("sophax"), 0o700)
  }

  private func run(_ words: [String], replies: [String: FakeDaemon.Reply]) async throws -> (Stage.Outcome, [String])
  {
    unlink(socketPath)
    let daemon = try FakeDaemon(at: socketPath, replies: replies)
    try daemon.start()
    let outcome = await (try Stage(directory: directory)).run(words)
    daemon.stop()
    return (outcome, daemon.requests)
  }

  private static func event(_ cursor: Int) -> String {
    #"{"jsonrpc":"2.0","method":"event","params":{"cursor":\#(cursor),"at":1776247200000,"kind":"contact.removed","nodeID":"33333333333333334444"}}"#
  }

  @Test func eventsFollowTheAnswerUntilTheCount() async throws {
    let answer = #"{"jsonrpc":"2.0","id":"ID","result":{"cursor":9,"missed":false}}"#
    let unknown = #"{"jsonrpc":"2.0","method":"weather","params":{}}"#
    let (outcome, requests) = try await run(
      ["events", "--after", "7", "--count", "2", "--json"],
      replies: ["events.subscribe": .lines([answer, Self.event(8), unknown, Self.event(9), Self.event(10)])])
    #expect(outcome.exit == 0)
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.contains(#""cursor":8"#) == true)
    #expect(lines.last?.contains(#""cursor":9"#) == true)
    #expect(requests.first?.contains(#""after":7"#) == true)
  }

  @Test func eventsEndWhenTheDaemonDoes() async throws {
    let answer = #"{"jsonrpc":"2.0","id":"ID","result":{"cursor":9,"missed":true}}"#
    let (outcome, _) = try await run(
      ["events"], replies: ["events.subscribe": .linesThenClose([answer, Self.event(10)])])
    #expect(outcome.exit == 3)
    #expect(outcome.output.hasPrefix("10  "))
    #expect(outcome.errors.contains("some events after that cursor are no longer kept"))
    #expect(outcome.errors.contains("--after 10"))
  }

  @Test func silentDaemonIsGivenUp() async throws {
    let (outcome, _) = try await run(
      ["dir", "find", "3333333333333333", "--timeout", "20ms"], replies: ["directory.find": .silence])
    #expect(outcome.exit == 6)
    #expect(outcome.errors.contains("the daemon has not answered directory.find within 70 ms"))
  }

  /// A daemon that goes with a message in its hands may have stored it.
  @Test func aMessageThatTheDaemonTookAlongMayBeThere() async throws {
    let (cut, _) = try await run(["send", "bob", "hello"], replies: ["message.send": .linesThenClose([])])
    #expect(cut.exit == 3)
    #expect(cut.errors.contains("the message may have been taken: sophax log bob shows it"))
    let (silent, _) = try await run(
      ["send", "bob", "hello", "--wait", "sent", "--timeout", "20ms"], replies: ["message.send": .silence])
    #expect(silent.exit == 6 && silent.errors.contains("may have been taken"))
    let refusal =
      #"{"jsonrpc":"2.0","id":"ID","error":{"code":-32000,"message":"no","data":{"reason":"notFound"}}}"#
    let (refused, _) = try await run(["send", "bob", "hello"], replies: ["message.send": .lines([refusal])])
    #expect(!refused.errors.contains("may have been taken"))
  }

  @Test(arguments: [
    "garbage", "[]", "{}", #"{"jsonrpc":"2.0","id":1}"#, #"{"jsonrpc":"2.0","id":1,"result":{"a":1}}"#,
  ])
  func strangeAnswerIsNamed(line: String) async throws {
    let (outcome, _) = try await run(["id", "show"], replies: ["identity.show": .lines([line])])
    #expect(outcome.exit == 1)
    #expect(outcome.errors.hasPrefix("sophax: the daemon's answer cannot be understood: "))
  }

  @Test func answerToAnotherRequestIsPassedOver() async throws {
    let (outcome, _) = try await run(
      ["stop", "--timeout", "1ms"],
      replies: [
        "node.stop": .linesThenClose([
          #"{"jsonrpc":"2.0","id":77,"result":{"pid":1}}"#, #"{"jsonrpc":"2.0","id":"ID","result":{"pid":4711}}"#,
        ])
      ])
    #expect(outcome.exit == 0)
    #expect(outcome.errors == "stopped (process 4711)\n")
  }

  @Test func waitEndsWithTheDaemonThatWasWaitedFor() async throws {
    let status = String(
      decoding: try Files.read("\(Transcript.folder)/status-starting.json"), as: UTF8.self
    ).replacing("\n", with: "")
    let answer = #"{"jsonrpc":"2.0","id":"ID","result":\#(status)}"#
    let (outcome, _) = try await run(
      ["status", "--wait", "published", "--timeout", "1h"], replies: ["node.status": .linesThenEnd([answer])])
    #expect(outcome.exit == 3)
    #expect(outcome.errors.hasPrefix("sophax: no daemon is running"), "\(outcome.errors)")
  }

  @Test func socketOfADeadDaemonIsNamed() async throws {
    try FakeDaemon(at: socketPath, replies: [:]).stop()
    let outcome = await (try Stage(directory: directory)).run(["status"])
    #expect(outcome.exit == 3)
    #expect(outcome.errors.contains("the one that made \(socketPath) is gone"))
  }

  @Test func fileInTheSocketsPlaceIsNamed() async throws {
    try Files.write([], to: socketPath)
    let outcome = await (try Stage(directory: directory)).run(["status"])
    #expect(outcome.exit == 8)
    #expect(outcome.errors.hasPrefix("sophax: \(socketPath) is not a socket\n"))
  }

  @Test func whoStopsWaitingLearnsWhereTheMessageIs() async throws {
    let progress =
      #"{"jsonrpc":"2.0","method":"progress","params":{"id":1,"stage":"connecting","messageID":"M1"}}"#
    let (outcome, _) = try await run(
      ["send", "bob", "hello", "--wait", "delivered"], replies: ["message.send": .linesThenClose([progress])])
    #expect(outcome.exit == 3)
    #expect(
      outcome.errors.hasPrefix("sophax: message M1 stays in the outbox; sophax msg cancel M1 takes it back\n"))
  }

  @Test func overlongSocketPathIsNamed() async throws {
    let outcome = await (try Stage(directory: directory)).run(
      ["status", "--socket", "/" + String(repeating: "x", count: 107)])
    #expect(outcome.exit == 2)
    #expect(outcome.errors.contains("a socket's path has at most 107 bytes"))
  }

  @Test func interruptionEndsAWaitingCall() async throws {
    let daemon = try FakeDaemon(at: socketPath, replies: ["identity.show": .silence])
    try daemon.start()
    let stage = try Stage(directory: directory)
    stage.interrupt()
    let outcome = await stage.run(["id", "show"])
    daemon.stop()
    #expect(outcome.exit == 130)
    #expect(outcome.errors.isEmpty)
  }

  @Test func bodyFromTheStandardInputIsSentWhole() async throws {
    let daemon = try FakeDaemon(at: socketPath, replies: ["message.send": .linesThenClose([])])
    try daemon.start()
    let stage = try Stage(directory: directory)
    stage.type("first\nsecond\n")
    stage.endInput()
    _ = await stage.run(["send", "bob", "-"])
    daemon.stop()
    #expect(daemon.requests.first?.contains(#""body":"first\nsecond""#) == true)
  }

  @Test(arguments: [[UInt8](repeating: 97, count: 64 * 1024 + 2), [0xFF, 0xFE], []])
  func unfitStandardInputIsRefused(bytes: [UInt8]) async throws {
    let stage = try Stage(directory: directory)
    stage.type(bytes: bytes)
    stage.endInput()
    let outcome = await stage.run(["send", "bob", "-"])
    #expect(outcome.exit == 8)
  }
}
