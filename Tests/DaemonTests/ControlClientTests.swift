import ControlAPI
import Reactor
import TestReactor
import TestWorld
import Testing
import World

@testable import Daemon

/// The control socket against clients that read slowly or not at all.
@Suite struct ControlClientTests {
  private static let request = Array((#"{"jsonrpc":"2.0","id":1,"method":"node.status"}"# + "\n").utf8)
  private static let bound = 1 << 20

  /// Plays a client against a server whose every answer is a line of 64 KiB, so many to a request; it ends with the
  /// bytes that the client got, and whether it was dropped.
  private func outcome(answers: Int, reads: Bool) async throws -> (received: Int, isDropped: Bool) {
    let directory = try TemporaryDirectory()
    let path = directory.file("control")
    let outcome: [Int] = try await play { scene in
      var received = 0
      var isDropped = false
      let line = [UInt8](repeating: UInt8(ascii: "x"), count: (64 << 10) - 1)
      let server = try ControlServer(loop: scene.loop, path: path, log: .silent, maximumUnread: Self.bound) {
        _, client in
        for _ in 1..<answers { client.send(line) }
        client.answer(line)
      }
      let client = scene.keep(try Connection(loop: scene.loop, connectingTo: .unix(path: path)))
      server.onEnd = { _ in
        isDropped = true
        // What was written before it was dropped is still there to be read.
        client.resumeReading()
      }
      scene.kept.append(server)
      client.onOpen = {
        if !reads { client.pauseReading() }
        try? client.write(Self.request)
      }
      client.onBytes = {
        received += $0.count
        if received == answers << 16 { scene.finish([received, isDropped ? 1 : 0]) }
      }
      client.onClosed = { _ in scene.finish([received, isDropped ? 1 : 0]) }
    }
    return (outcome[0], outcome[1] == 1)
  }

  /// What waits for a client is bounded, whatever it asks for; with it goes the client, and nobody else.
  @Test func whoDoesNotReadIsDroppedAtTheBound() async throws {
    let outcome = try await outcome(answers: 256, reads: false)
    #expect(outcome.isDropped && outcome.received < 256 << 16)
  }

  @Test func whoReadsGetsMoreThanTheBoundPieceByPiece() async throws {
    let outcome = try await outcome(answers: 8, reads: true)
    #expect(!outcome.isDropped && outcome.received == 8 << 16)
  }
}
