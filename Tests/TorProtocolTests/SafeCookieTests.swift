import Bytes
import Testing
import TorProtocol

/// Against HMACs computed with another implementation (Python's hmac).
@Suite struct SafeCookieTests {
  private let exchange = SafeCookie(clientNonce: Array(32...63))
  private let cookie = Array(UInt8(0)...31)
  private let serverHash = "3C8780AB52365C0D080750447E5F64DABC00428C6C434579C2043E18C1F85389"
  private var serverNonce: String { Hex.encode(Array(UInt8(64)...95)).uppercased() }

  private func reply(_ text: String, code: Int = 250) -> ControlReply {
    ControlReply(lines: [.init(code: code, text: text)])
  }

  @Test func vector() throws {
    let proof = try exchange.proof(
      answering: reply("AUTHCHALLENGE SERVERHASH=\(serverHash) SERVERNONCE=\(serverNonce)"), cookie: cookie)
    #expect(Hex.encode(proof) == "b47642df2d5abb84f69e6d02d41bed6b44aee33e69562528a82166fc98bc0b1e")
  }

  @Test func anotherTorsCookieGetsNoProof() {
    let answer = reply("AUTHCHALLENGE SERVERHASH=\(serverHash) SERVERNONCE=\(serverNonce)")
    for index in cookie.indices {
      var other = cookie
      other[index] ^= 1
      #expect(throws: SafeCookie.Failure.foreignCookie) { try exchange.proof(answering: answer, cookie: other) }
    }
  }

  @Test func malformedAnswers() {
    for text in [
      "AUTHCHALLENGE", "AUTHCHALLENGE SERVERHASH=\(serverHash)", "AUTHCHALLENGE SERVERNONCE=\(serverNonce)",
      "AUTHCHALLENGE SERVERHASH=00 SERVERNONCE=\(serverNonce)",
      "AUTHCHALLENGE SERVERHASH=\(serverHash) SERVERNONCE=zz",
    ] {
      #expect(throws: SafeCookie.Failure.malformed) { try exchange.proof(answering: reply(text), cookie: cookie) }
    }
    let refused = reply("AUTHCHALLENGE SERVERHASH=\(serverHash) SERVERNONCE=\(serverNonce)", code: 513)
    #expect(throws: SafeCookie.Failure.malformed) { try exchange.proof(answering: refused, cookie: cookie) }
  }
}
