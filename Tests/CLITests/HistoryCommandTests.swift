import Glibc
import TestWorld
import Testing

@testable import CLI

/// Commands over whole histories: they ask more than once.
@Suite struct HistoryCommandTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    mkdir(directory.file("sophax"), 0o700)
  }

  private static func message(_ id: String, _ body: String, _ state: String = "received", node: String = "33")
    -> String
  {
    let direction = state == "received" ? "incoming" : "outgoing"
    return
      #"{"messageID":"\#(id)","nodeID":"\#(node)","name":"bob","direction":"\#(direction)","state":"\#(state)","body":"\#(body)","timestamp":1776247200000,"since":1776247200000,"cursor":"7.1"}"#
  }

  private static func result(_ members: String) -> String { #"{"jsonrpc":"2.0","id":"ID","result":{\#(members)}}"# }

  private static func event(_ cursor: Int, _ kind: String, _ message: String, node: String = "33") -> String {
    #"{"jsonrpc":"2.0","method":"event","params":{"cursor":\#(cursor),"at":1776247200000,"kind":"\#(kind)","nodeID":"\#(node)","message":\#(message)}}"#
  }

  private static let contact =
    #""contact":{"nodeID":"33","peerID":"33","name":"bob","state":"accepted","session":"established","link":"none","added":1776247200000,"unread":0}"#

  private static let identity =
    #""nodeID":"99","peerID":"99","prefix":"99","address":"a","safetyNumber":"1","link":"l""#

  private func run(_ words: [String], _ replies: [String: FakeDaemon.Reply]) async throws -> (
    Stage.Outcome, [String]
  ) {
    let daemon = try FakeDaemon(at: directory.file("sophax/control"), replies: replies)
    try daemon.start()
    let outcome = await (try Stage(directory: directory)).run(words)
    daemon.stop()
    return (outcome, daemon.requests)
  }

  @Test func searchGoesOnUntilItHasLookedThroughAll() async throws {
    let (outcome, requests) = try await run(
      ["search", "good", "day", "-n", "3", "--with", "bob", "--json"],
      [
        "message.search": .turns([
          [Self.result(#""messages":[],"examined":2000,"nextCursor":"9""#)],
          [Self.result(#""messages":[\#(Self.message("m1", "good day"))],"examined":1500,"nextCursor":"4""#)],
          [Self.result(#""messages":[\#(Self.message("m0", "day good"))],"examined":10"#)],
        ])
      ])
    #expect(outcome.exit == 0)
    #expect(outcome.output.split(separator: "\n").map { $0.contains(#""messageID":"m1""#) } == [true, false])
    #expect(requests.count == 3)
    #expect(requests[0].contains(#""text":"good day""#) && requests[0].contains(#""with":"bob""#))
    #expect(requests[1].contains(#""beforeCursor":"9""#) && requests[1].contains(#""limit":3"#))
    #expect(requests[2].contains(#""beforeCursor":"4""#) && requests[2].contains(#""limit":2"#))
  }

  @Test func searchEndsWithItsLimit() async throws {
    let (outcome, requests) = try await run(
      ["search", "x", "--limit", "1"],
      [
        "message.search": .lines([
          Self.result(#""messages":[\#(Self.message("m1", "x\\u001b[2J"))],"examined":5,"nextCursor":"4""#)
        ])
      ])
    #expect(outcome.exit == 0)
    #expect(outcome.output.hasSuffix("bob: x\\u{1b}[2J\n"))
    #expect(outcome.errors.contains("there may be more"))
    #expect(requests.count == 1)
  }

  @Test func searchThatFindsNothingSaysSo() async throws {
    let (outcome, _) = try await run(
      ["search", "x"], ["message.search": .lines([Self.result(#""messages":[],"examined":5"#)])])
    #expect(outcome.exit == 4)
    #expect(outcome.errors.contains("no message has these words"))
  }

  @Test func exportPagesThroughEveryConversation() async throws {
    let (outcome, requests) = try await run(
      ["msg", "export"],
      [
        "contact.list": .lines([Self.result(#""contacts":[\#(Self.contact.dropFirst(10))]"#)]),
        "message.log": .turns([
          [Self.result(#""messages":[\#(Self.message("m1", "a"))],"nextCursor":"7.1""#)],
          [Self.result(#""messages":[\#(Self.message("m2", "b"))]"#)],
          [Self.result(#""messages":[\#(Self.message("m3", "note", "read", node: "99"))]"#)],
        ]),
      ])
    #expect(outcome.exit == 0)
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == 3 && lines.allSatisfy { $0.hasPrefix("{") && $0.contains(#""v":1"#) })
    #expect(requests[1].contains(#""afterCursor":"","limit":500,"with":"33""#))
    #expect(requests[2].contains(#""afterCursor":"7.1""#))
    #expect(requests[3].contains(#""with":"self""#))
  }

  @Test func followedLogShowsWhatIsNewAndOfThisConversation() async throws {
    let (outcome, requests) = try await run(
      ["log", "bob", "--follow", "-n", "1"],
      [
        "contact.show": .lines([Self.result(Self.contact)]),
        "identity.show": .lines([Self.result(Self.identity)]),
        "events.subscribe": .lines([
          Self.result(#""cursor":1,"missed":false"#),
          // One that the page has as well, since it came between.
          Self.event(2, "message.received", Self.message("m1", "first")),
        ]),
        "message.log": .linesThenClose([
          Self.result(#""messages":[\#(Self.message("m1", "first"))],"nextCursor":"7.1""#),
          Self.event(3, "message.received", Self.message("x", "of another", node: "44"), node: "44"),
          Self.event(4, "message.received", Self.message("m2", "second")),
          Self.event(5, "message.state", Self.message("m3", "third", "queued")),
          Self.event(6, "message.state", Self.message("m3", "third", "sent")),
          Self.event(7, "message.state", Self.message("m3", "third", "delivered")),
          Self.event(8, "message.edited", Self.message("m2", "second again")),
          Self.event(9, "message.state", Self.message("m4", "fourth", "failed")),
        ]),
      ])
    let texts = outcome.output.split(separator: "\n").map {
      $0.drop { $0 != ":" }.split(separator: ": ").last ?? ""
    }
    #expect(texts == ["first", "second", "third  [queued]", "second again", "fourth  [failed]"])
    #expect(outcome.errors.contains("older messages: --before 7.1"))
    #expect(outcome.exit == 3, "the daemon has gone")
    #expect(requests.map { $0.contains("events.subscribe") } == [false, false, true, false])
  }

  @Test func followDoesNotGoWithAPageOfThePast() async throws {
    let (outcome, _) = try await run(["log", "bob", "--follow", "--before", "7.1"], [:])
    #expect(outcome.exit == 2)
  }
}
