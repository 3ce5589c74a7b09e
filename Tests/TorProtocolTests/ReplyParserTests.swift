import Testing
import TorProtocol

@Suite struct ReplyParserTests {
  /// Every form that tor sends, in one stream, with what it means.
  static let stream =
    "250 OK\r\n" + "250-version=0.4.9.11\r\n250-net/listeners/socks=\r\n250 OK\r\n"
    + "250+config/names=\r\nOne Boolean\r\n..dotted\r\n...\r\n\r\n.\r\n250 OK\r\n"
    + "650 HS_DESC UPLOADED abc UNKNOWN $12~r\r\n"
    + "650+HS_DESC_CONTENT a b c\r\nhs-descriptor 3\r\n.\r\n650 OK\r\n"
    + "552 Unrecognized key \"nope\"\r\n" + "512-first\r\n512 second\r\n" + "250 \r\n"

  static let replies = [
    ControlReply(lines: [.init(code: 250, text: "OK")]),
    ControlReply(lines: [
      .init(code: 250, text: "version=0.4.9.11"), .init(code: 250, text: "net/listeners/socks="),
      .init(code: 250, text: "OK"),
    ]),
    ControlReply(lines: [
      .init(code: 250, text: "config/names=", data: "One Boolean\n.dotted\n..\n"), .init(code: 250, text: "OK"),
    ]),
    ControlReply(lines: [.init(code: 650, text: "HS_DESC UPLOADED abc UNKNOWN $12~r")]),
    ControlReply(lines: [
      .init(code: 650, text: "HS_DESC_CONTENT a b c", data: "hs-descriptor 3"), .init(code: 650, text: "OK"),
    ]),
    ControlReply(lines: [.init(code: 552, text: "Unrecognized key \"nope\"")]),
    ControlReply(lines: [.init(code: 512, text: "first"), .init(code: 512, text: "second")]),
    ControlReply(lines: [.init(code: 250, text: "")]),
  ]

  @Test func everyForm() throws {
    var parser = ReplyParser()
    #expect(try parser.push(Self.stream.utf8) == Self.replies)
    #expect(!parser.isMidway)
    #expect(Self.replies[1].value(of: "version") == "0.4.9.11")
    #expect(Self.replies[1].value(of: "net/listeners/socks")?.isEmpty == true)
    #expect(Self.replies[1].value(of: "net") == nil)
    #expect(Self.replies[3].isEvent && !Self.replies[3].isSuccess)
    #expect(Self.replies[6].summary == "512 first; 512 second")
  }

  @Test func byteByByte() throws {
    var parser = ReplyParser()
    var got: [ControlReply] = []
    for byte in Self.stream.utf8 { got += try parser.push([byte]) }
    #expect(got == Self.replies)
  }

  @Test func cutAtEveryPlace() throws {
    let bytes = Array(Self.stream.utf8)
    for cut in bytes.indices {
      var parser = ReplyParser()
      let first = try parser.push(bytes[..<cut])
      let second = try parser.push(bytes[cut...])
      #expect(first + second == Self.replies)
    }
  }

  @Test func aCutReplyIsNoReply() throws {
    let bytes = Array("250-a\r\n250+b=\r\nc\r\n.\r\n250 OK\r\n".utf8)
    for cut in 1..<bytes.count {
      var parser = ReplyParser()
      #expect(try parser.push(bytes[..<cut]).isEmpty)
      #expect(parser.isMidway)
    }
  }

  @Test func eventsStandBetweenTheLinesOfAReply() throws {
    var parser = ReplyParser()
    let got = try parser.push("250-a=1\r\n650 NETWORK_LIVENESS UP\r\n250-b=2\r\n250 OK\r\n".utf8)
    #expect(got.map(\.isEvent) == [true, false])
    #expect(got.last?.value(of: "b") == "2")
  }

  @Test func aLoneLineFeedEndsALineToo() throws {
    var parser = ReplyParser()
    #expect(try parser.push("250 OK\n".utf8) == [ControlReply(lines: [.init(code: 250, text: "OK")])])
  }

  @Test func bytesThatAreNotTextBecomeReplacements() throws {
    var parser = ReplyParser()
    let got = try parser.push(Array("250 a".utf8) + [0xFF] + Array("\r\n".utf8))
    #expect(got.first?.lines.first?.text == "a\u{FFFD}")
  }

  @Test(arguments: [
    "HTTP/1.1 400 Bad Request\r\n", "25 OK\r\n", "2500K\r\n", "\r\n", "250\r\n", "-50 OK\r\n", "250_OK\r\n",
  ])
  func anotherProtocol(_ text: String) {
    var parser = ReplyParser()
    #expect(throws: ControlProtocolError.malformedLine) { try parser.push(text.utf8) }
    #expect(throws: ControlProtocolError.malformedLine) { try parser.push("250 OK\r\n".utf8) }
  }

  @Test func aLongLineIsRefusedBeforeItIsHeld() {
    var limits = ControlLimits()
    limits.lineBytes = 10
    var parser = ReplyParser(limits: limits)
    #expect(throws: Never.self) { try parser.push("250 67890\r\n".utf8) }
    #expect(throws: ControlProtocolError.lineTooLong(limit: 10)) { try parser.push("250 6789012".utf8) }
  }

  @Test(arguments: ["250-x\r\n", "250+x=\r\n\r\n", "650-x\r\n"]) func anEndlessReplyIsRefused(_ piece: String) {
    var limits = ControlLimits()
    limits.replyBytes = 4096
    var parser = ReplyParser(limits: limits)
    #expect(throws: ControlProtocolError.replyTooLong(limit: 4096)) {
      for _ in 0..<1000 { _ = try parser.push(piece.utf8) }
    }
  }

  @Test func capsCountOneReplyNotTheConnection() throws {
    var limits = ControlLimits()
    limits.replyBytes = 4096
    var parser = ReplyParser(limits: limits)
    for _ in 0..<1000 { #expect(try parser.push("250-abc\r\n650 E\r\n250 OK\r\n".utf8).count == 2) }
  }
}
