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

  /// A client that has said all it will say gets every answer, also to a last line without its end, and is let go.
  @Test func whoEndsItsInputIsStillAnswered() async throws {
    try await withDaemon { node in
      try node.must("contact", "add", String(repeating: "ab", count: 32), "--name", "nobody")
      for (input, count) in [
        (Self.request(1, "node.status").dropLast(), 1), (Self.request(1, "node.status")[...], 1),
        ((0..<500).map { Self.request($0, "node.status") }.joined().dropLast(), 500),
        (
          Self.request(
            1, "message.send", #"{"to":"nobody","body":"hi","wait":"delivered","timeoutMilliseconds":100}"#
          ).dropLast(), 2
        ), (Substring(#"{"jsonrpc":"2.0","id":1,"method":"node.sta"#), 1), (Substring(""), 0),
      ] {
        let client = try RawControl(node.controlSocket)
        try client.write(String(input))
        client.endInput()
        let answers = try client.lines(count + 1)
        try demand(answers.count == count, "\(input.prefix(60)): \(answers.count) answers")
        try demand(answers.last.map { $0.contains("result") || $0.contains("not JSON") } ?? true, "\(answers)")
      }
    }
  }

  /// What is out of bounds is refused in words that say which member, and what it may be.
  @Test func whatIsOutOfBoundsIsNamed() async throws {
    try await withDaemon { node in
      let client = try RawControl(node.controlSocket)
      func answer(_ method: String, _ params: String) throws -> String {
        try client.write(Self.request(1, method, params))
        return try client.lines(1).joined()
      }
      for (method, params, words) in [
        ("events.subscribe", #"{"after":-5}"#, "after must be between 0 and "),
        ("message.log", #"{"limit":1e400}"#, "params.limit is a number that is too large"),
        ("message.log", #"{"limit":0.5}"#, "params.limit is not a whole number of 64 bits"),
        ("message.send", #"{"to":"self","body":"\ud800"}"#, "half a surrogate pair at byte "),
        ("message.send", #"{"to":"self","body":" ","wait":"none"}"#, "the text is empty or blank"),
        ("file.open", #"{"size":-1}"#, "size must be between 0 and 104857600"),
        (
          "file.open", #"{"size":104857601}"#,
          "the file has 104857601 bytes: 104857600, which are 100 MiB, are the most"
        ),
      ] {
        let line = try answer(method, params)
        try demand(line.contains("error") && line.contains(words), "\(method) \(params): \(line)")
      }
      let opened = try answer("file.open", #"{"size":0}"#)
      let pieces: [Substring] = opened.split(separator: "\"")
      guard let upload = pieces.first(where: { $0.count == 32 }) else {
        throw Shortfall(description: opened)
      }
      func send(_ more: String) throws -> String {
        try answer("file.send", #"{"upload":"\#(upload)","to":"self",\#(more)}"#)
      }
      for (more, words) in [
        (
          #""name":"\#(String(repeating: "n", count: 256))""#, "the name of the file has 256 bytes, 255 is the most"
        ),
        (
          #""mime":"\#(String(repeating: "m", count: 128))""#, "the type of the file has 128 bytes, 127 is the most"
        ),
        (#""durationMilliseconds":86400001"#, "a recording lasts from 0 to 86400 seconds"),
        (#""durationMilliseconds":-1"#, "a recording lasts from 0 to 86400 seconds"),
      ] {
        let line = try send(more)
        try demand(line.contains("error") && line.contains(words), "\(more): \(line)")
      }
      let sent = try send(#""name":"Straße.txt","mime":"text/plain","durationMilliseconds":0"#)
      try demand(sent.contains("result") && sent.contains(#""size":0"#), sent)
      try demand(node.must("search", "STRASSE").contains("Straße.txt"))
      try demand(node.sophax("search", "plain").exitCode != 0)
      let id = try node.must("send", "self", "a text").prefix { $0 != " " }
      let edit = try node.sophax("msg", "edit", String(id), " ")
      try demand(edit.exitCode != 0 && edit.errors.contains("the text is empty or blank"), edit.errors)
    }
  }

  @Test func whatIsNoRequestIsNamed() async throws {
    try await withDaemon { node in
      let client = try RawControl(node.controlSocket)
      try client.write(#"{"jsonrpc":"2.0","id":5,"method":"node.stop","method":"node.status"}"# + "\n")
      try client.write(#"{"jsonrpc":"2.0","id":{},"method":"node.status"}"# + "\n")
      let answers = try client.lines(2)
      try demand(answers.count == 2 && answers.allSatisfy { $0.contains("-32600") }, "\(answers)")
      try demand(
        answers[0].contains(#""id":5"#) && answers[0].contains("the member method stands twice"), answers[0])
      try demand(answers[1].contains("id is not a string or a whole number"), answers[1])
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
      try node.must("contact", "add", String(repeating: "cd", count: 32), "--name", "other")
      func find() throws -> [String] {
        try other.write(
          Self.request(
            2, "message.send", #"{"to":"other","body":"hello","wait":"delivered","timeoutMilliseconds":50}"#))
        // A refusal stands alone; else a note that the message waits comes first.
        let first = try other.lines(1)
        return first.contains { $0.contains("error") } ? first : first + (try other.lines(1))
      }
      try demand(find().contains { $0.contains("too many calls") }, "the bound was not reached")
      client.hangUp()
      try demand(
        eventually(within: .seconds(30)) { try !find().contains { $0.contains("too many calls") } },
        "the places are not free again")
    }
  }
}
