import Bytes
import Crypto
import World

/// The SAFECOOKIE exchange (control-spec §3.24): both sides prove that they know the cookie, and neither sends it.
package struct SafeCookie: Sendable, Equatable {
  /// Length of tor's control cookie and of our nonce.
  package static let length = 32

  /// Why our proof is not sent.
  package enum Failure: Error, Equatable {
    /// tor's answer is not an AUTHCHALLENGE answer.
    case malformed
    /// tor's hash does not fit the cookie: the file belongs to another tor, or this is not tor.
    case foreignCookie
  }

  private static let serverLabel = SecretBytes(
    copying: "Tor safe cookie authentication server-to-controller hash".utf8)
  private static let clientLabel = SecretBytes(
    copying: "Tor safe cookie authentication controller-to-server hash".utf8)

  /// 32 random bytes, new for each exchange.
  package let clientNonce: [UInt8]

  package init(clientNonce: [UInt8]) { self.clientNonce = clientNonce }

  package init(using random: inout some RandomNumberGenerator) {
    self.init(clientNonce: random.bytes(Self.length))
  }

  /// Checks tor's answer to AUTHCHALLENGE against the cookie, in constant time, and returns the 32-byte proof for
  /// AUTHENTICATE.
  package func proof(answering reply: ControlReply, cookie: [UInt8]) throws(Failure) -> [UInt8] {
    guard let text = reply.lines.first?.text, reply.isSuccess,
      let serverHash = ControlText.argument("SERVERHASH", of: text).flatMap({ Hex.decode($0) }),
      let serverNonce = ControlText.argument("SERVERNONCE", of: text).flatMap({ Hex.decode($0) }),
      serverHash.count == Self.length, serverNonce.count == Self.length
    else { throw .malformed }
    let message = cookie + clientNonce + serverNonce
    guard constantTimeEquals(HMACSHA256.authenticate(message, key: Self.serverLabel), serverHash) else {
      throw .foreignCookie
    }
    return HMACSHA256.authenticate(message, key: Self.clientLabel)
  }
}
