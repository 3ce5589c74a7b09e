import Glibc
import TestWorld
import Testing
import TorTestNetwork

/// Clients of the control socket that do not behave.
@Suite(.timeLimit(.minutes(5))) struct ControlFloodTests {
  private func withDaemon(_ body: @escaping @Sendable (LabNode) throws -> Void) async throws {
    try await BlockingThread.run {
      let directory = try TemporaryDirectory()
      let node = try LabNode("aino", in: directory.path)
      try node.start()
      try body(node)
      try node.stop()
    }
  }

  private static func request(_ id: Int, _ method: String, _ params: String = "{}") -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(params)}"# + "\n"
  }

  /// Field case 33: nothing that was pipelined is lost, though it is read only when all of it is written.
  @Test func requestsWrittenAtOnceAreAllAnswered() async throws {
    try await withDaemon { node in
      let client = try RawControl(node.controlSocket)
      try client.write((0..<5000).map { Self.request($0, "node.status") }.joined())
      try node.must("status")
      let answers = try client.lines(5000)
      try demand(answers.count == 5000, "\(answers.count) answers")
      let isInOrder = answers.enumerated().allSatisfy { $1.hasPrefix(#"{"id":\#($0),"jsonrpc""#) }
      try demand(isInOrder && answers.allSatisfy { $0.contains("result") })
    }
  }

  /// What a client waited for when it went is given up: else a thousand calls keep everybody else out.
  @Test func theWaitsOfAClientEndWithIt() async throws {
    try await withDaemon { node in
      try node.must("contact", "add", String(repeating: "ab", count: 32), "--name", "nobody")
      let patience = #"{"to":"nobody","body":"hello","wait":"delivered","timeoutMilliseconds":86400000}"#
      let client = try RawControl(node.controlSocket)
      try client.write((0..<1001).map { Self.request($0, "message.send", patience) }.joined())
      _ = try client.lines(1001)
      let other = try RawControl(node.controlSocket)
      func find() throws -> [String] {
        try other.write(
          Self.request(2, "directory.find", #"{"prefix":"0123456789abcdef","timeoutMilliseconds":50}"#))
        return try other.lines(2)
      }
      try demand(find().contains { $0.contains("too many calls") }, "the bound was not reached")
      client.hangUp()
      try demand(
        eventually(within: .seconds(30)) { try !find().contains { $0.contains("too many calls") } },
        "the places are not free again")
    }
  }
}
