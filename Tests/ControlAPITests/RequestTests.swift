import ControlAPI
import Testing
import World

@Suite struct RequestTests {
  private static let good = #"{"jsonrpc":"2.0","id":7,"method":"message.log","params":{"limit":5,"with":"bob"}}"#

  private func decode(_ text: String) throws(Request.Refusal) -> Request { try Request.decode(Array(text.utf8)) }

  @Test func requestIsRead() throws {
    let request = try decode(Self.good)
    #expect(request.id == .number(7))
    #expect(request.method == .messageLog)
    #expect(try request.params(of: MessageLog.self) == MessageLog.Params(with: "bob", limit: 5))
  }

  /// A command in a hint can be copied into a shell, whatever the contact is called.
  @Test(arguments: [
    ("bob", "bob"), ("O'Neil; rm x", "'O'\\''Neil; rm x'"), ("-f", "-- -f"), ("", "''"),
  ])
  func hintNamesTheContactThatWasTyped(_ who: String, _ word: String) throws {
    let error = RPCError(.stateForbids, "it is blocked", hint: "sophax contact unblock WHO")
    let send = Request.encoded(
      MessageSend.self, id: .number(1), params: MessageSend.Params(to: who, body: "x", wait: .none))
    let named = error.naming(try Request.decode(send).contactWord)
    #expect(named.data.hint == "sophax contact unblock \(word)" && named.message == error.message)
    let other = try decode(#"{"jsonrpc":"2.0","id":7,"method":"message.show","params":{"id":"bob"}}"#)
    #expect(error.naming(other.contactWord) == error)
  }

  private static func half(_ place: Int) -> String {
    "half a surrogate pair at byte \(place): a character beyond U+FFFF is two escapes, or itself"
  }

  /// What the decoder takes and RFC 8259 does not allow.
  @Test(
    arguments: [
      (#"{"jsonrpc":"2.0","id":1,"method":"node.status",}"#, #"expected '"' at byte 47"#),
      (#"{"jsonrpc":"2.0","id":[1,],"method":"node.status"}"#, "expected a value at byte 25"),
      ("\u{feff}{}", "a byte order mark at byte 0"),
      (#"{"id":"\ud800"}"#, Self.half(7)), (#"{"id":"a\n\ud83d\udc4d\ud83d\n"}"#, Self.half(22)),
      (#"{"id":"\udc00"}"#, Self.half(7)), (#"{"a":1,"\ud800\ud800":1}"#, Self.half(8)),
      (#"{"id":"a\x"}"#, "invalid escape at byte 8"), (#"{"id":"\u12"}"#, "invalid escape at byte 7"),
      ("{} {}", "more after the value at byte 3"), (#"{"id":01}"#, "expected '}' at byte 7"),
      (#"{"id":NaN}"#, "expected a value at byte 6"), ("{'id':1}", #"expected '"' at byte 1"#),
      ("// x\n{}", "expected a value at byte 0"), ("{\"id\":\"\t\"}", "unescaped control character at byte 7"),
      ("hello", "expected a value at byte 0"), ("", "ended early"),
    ] as [(String, String)])
  func whatIsNoJSONIsToldAtItsPlace(_ line: String, _ words: String) { expectNoJSON(Array(line.utf8), words) }

  @Test func otherEncodingsAreNoJSON() {
    let units = Array(Self.good.utf16)
    let wide = "not UTF-8 at byte 0: it looks like UTF-16 or UTF-32"
    expectNoJSON(units.flatMap { [UInt8($0 & 0xFF), 0] }, wide)
    expectNoJSON(units.flatMap { [0, UInt8($0 & 0xFF)] }, wide)
    expectNoJSON([0xFF, 0xFE] + units.flatMap { [UInt8($0 & 0xFF), 0] }, wide)
    for invalid: [UInt8] in [[0xFF], [0xED, 0xA0, 0x80], [0xC0, 0x80], [0xE2, 0x82]] {
      expectNoJSON(Array("{\"id\":\"é".utf8) + invalid + Array("\"}".utf8), "not UTF-8 at byte 9")
    }
  }

  private func expectNoJSON(_ line: [UInt8], _ words: String) {
    let error = #expect(throws: Request.Refusal.self) { try Request.decode(line) }
    #expect(error?.error.code == -32700 && error?.id == nil)
    #expect(error?.error.message == "not JSON: \(words)")
  }

  @Test func whatIsWrittenIsReadAgain() throws {
    let params = MessageSend.Params(to: "a", body: "é\n\u{0}", wait: .delivered, timeoutMilliseconds: 5)
    let request = try Request.decode(Request.encoded(MessageSend.self, id: .string("x"), params: params))
    #expect(request.id == .string("x"))
    #expect(try request.params(of: MessageSend.self) == params)
  }

  @Test(arguments: ["", #","params":{}"#, #","params":null"#])
  func paramsMayBeAbsentWhereNothingIsNeeded(params: String) throws {
    let request = try decode(#"{"jsonrpc":"2.0","id":1,"method":"node.status"\#(params)}"#)
    #expect(try request.params(of: NodeStatus.self) == Nothing())
  }

  @Test(arguments: 0..<RequestTests.good.utf8.count)
  func truncatedLineIsRefused(length: Int) {
    let error = #expect(throws: Request.Refusal.self) { try Request.decode(Array(Self.good.utf8.prefix(length))) }
    #expect(error?.error.reason == .parse)
    #expect(error?.id == nil)
  }

  @Test(arguments: [
    ("[]", ControlErrorReason.invalidRequest), ("7", .invalidRequest), ("null", .invalidRequest),
    ("{}", .invalidRequest),
    (#"{"jsonrpc":"1.0","id":1,"method":"node.status"}"#, .invalidRequest),
    (#"{"jsonrpc":2.0,"id":1,"method":"node.status"}"#, .invalidRequest),
    (#"{"jsonrpc":"2.0","method":"node.status"}"#, .invalidRequest),
    (#"{"jsonrpc":"2.0","id":null,"method":"node.status"}"#, .invalidRequest),
    (#"{"jsonrpc":"2.0","id":1.5,"method":"node.status"}"#, .invalidRequest),
    (#"{"jsonrpc":"2.0","id":[1],"method":"node.status"}"#, .invalidRequest),
    (#"{"jsonrpc":"2.0","id":99999999999999999999,"method":"node.status"}"#, .invalidRequest),
    (#"{"jsonrpc":"2.0","id":1}"#, .invalidRequest), (#"{"jsonrpc":"2.0","id":1,"method":7}"#, .invalidRequest),
    (#"{"jsonrpc":"2.0","id":1,"method":"node.statu"}"#, .unknownMethod),
    (#"[{"jsonrpc":"2.0","id":1,"method":"node.status"}]"#, .invalidRequest), ("\u{FEFF}", .parse),
    ("{\u{0}}", .parse),
    (String(repeating: "[", count: 100_000), .parse),
    (#"{"a":"# + String(repeating: "[", count: 100_000), .parse),
  ])
  func strangeLineIsRefused(line: String, reason: ControlErrorReason) {
    let error = #expect(throws: Request.Refusal.self) { try Request.decode(Array(line.utf8)) }
    #expect(error?.error.reason == reason)
  }

  @Test(arguments: [[0xFF], [0x22, 0xC3, 0x22], [0xC0, 0x80], [UInt8](repeating: 0, count: 10)] as [[UInt8]])
  func invalidTextIsRefused(line: [UInt8]) {
    #expect(throws: Request.Refusal.self) { try Request.decode(line) }
  }

  @Test func overlongLineIsRefusedUnread() {
    let line = [UInt8](repeating: UInt8(ascii: " "), count: Settings.maximumLine + 1)
    #expect(throws: Request.Refusal.self) { try Request.decode(line) }
  }

  @Test(arguments: [
    (#"{"limit":"5"}"#, "params.limit is not a whole number"),
    (#"{"limit":5.5}"#, "params.limit is not a whole number of 64 bits"),
    (#"{"limit":99999999999999999999}"#, "params.limit is not a whole number of 64 bits"),
    (#"{"limit":1e30}"#, "params.limit is not a whole number of 64 bits"),
    (#"{"limit":1e400}"#, "params.limit is a number that is too large"),
    (#"{"limit":-1e400}"#, "params.limit is a number that is too large"),
    (#"{"limit":5,"with":{"a":[1,1e999]}}"#, "params.with.a.1 is a number that is too large"),
    (#"{"with":"bob"}"#, "params.limit is missing"),
    (#"{"limit":5,"whith":"bob"}"#, "params.whith is unknown"), (#"{"limit":null}"#, "params.limit is null"),
    (#"[5]"#, "params is not an object"), (#"7"#, "params is not an object"), (#"{}"#, "limit is missing"),
  ])
  func wrongParamsAreNamed(params: String, message: String) throws {
    let request = try decode(#"{"jsonrpc":"2.0","id":1,"method":"message.log","params":\#(params)}"#)
    let error = #expect(throws: RPCError.self) { try request.params(of: MessageLog.self) }
    #expect(error?.reason == .invalidParams)
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
  }

  @Test(arguments: [
    (#"{"jsonrpc":"2.0","id":1,"id":2,"method":"node.status"}"#, "id", nil),
    (#"{"jsonrpc":"2.0","id":1,"method":"node.stop","method":"node.status"}"#, "method", RequestID.number(1)),
    (#"{"jsonrpc":"2.0","id":1,"method":"message.log","params":{"limit":1,"limit":2}}"#, "limit", .number(1)),
    (#"{"jsonrpc":"2.0","id":1,"method":"message.log","params":{"limit":1,"l\u0069mit":2}}"#, "limit", .number(1)),
    (
      #"{"x":[{"a":1},{"a":{"b":[],"c":",","b":0}}],"jsonrpc":"2.0","id":1,"method":"node.status"}"#, "b",
      .number(1)
    ),
    (#"{"jsonrpc":"2.0","id":1,"method":"node.status","x\"":1,"x\"":2}"#, "x\"", .number(1)),
  ])
  func memberThatStandsTwiceIsRefused(line: String, name: String, id: RequestID?) {
    let error = #expect(throws: Request.Refusal.self) { try decode(line) }
    #expect(error?.error.reason == .invalidRequest && error?.error.code == -32600)
    #expect(error?.error.message == "the member \(name) stands twice")
    #expect(error?.id == id)
  }

  @Test(arguments: [("{\"a\":", "}"), ("[", "]")]) func whatIsNestedTooDeeplyIsRefused(open: String, close: String)
    throws
  {
    func line(_ depth: Int) -> String {
      let nested = String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
      return #"{"jsonrpc":"2.0","id":1,"method":"contact.show","params":{"who":\#(nested),"x":"[[{\"{"}}"#
    }
    #expect(try decode(line(62)).method == .contactShow)
    for depth in [63, 500, 100_000] {
      let error = #expect(throws: Request.Refusal.self) { try decode(line(depth)) }
      #expect(error?.error.reason == .parse && error?.error.message == "nested too deeply")
    }
  }

  @Test(arguments: [
    #"{"a":"a","b":["a","a"],"c":{"a":1},"d":[{"a":1},{"a":1}],"A":0,"":{}}"#, "[]", "7", #""a""#, "{", "\"",
    "\"\\",
    "}{\"a\"", ",,\"", "{\"\u{E9}\":1,\"e\u{301}\":2}",
  ])
  func whatStandsOnceIsNotTwice(text: String) { #expect(RepeatedMember.find(in: Array(text.utf8)) == nil) }

  @Test(arguments: ["{}", "[1]", "true", "1.5", "99999999999999999999"])
  func identifierOfAnotherKindIsNamed(id: String) {
    let error = #expect(throws: Request.Refusal.self) {
      try decode(#"{"jsonrpc":"2.0","id":\#(id),"method":"node.status"}"#)
    }
    #expect(error?.error.reason == .invalidRequest)
    #expect(error?.error.message == "id is not a string or a whole number")
  }

  @Test func randomBytesAreNoTrap() {
    var chance = SeededRandom(seed: 59)
    for _ in 0..<2000 {
      var line = Array(Self.good.utf8)
      for _ in 0..<Int.random(in: 1...6, using: &chance) {
        line[Int.random(in: line.indices, using: &chance)] = UInt8.random(in: 0...255, using: &chance)
      }
      if let request = try? Request.decode(line) { _ = try? request.params(of: MessageLog.self) }
    }
  }
}
