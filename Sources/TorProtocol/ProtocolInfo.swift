/// The answer to PROTOCOLINFO 1: how tor wants to be spoken to, and which tor it is.
package struct ProtocolInfo: Sendable, Equatable {
  package enum Method: String, Sendable {
    case null = "NULL"
    case hashedPassword = "HASHEDPASSWORD"
    case cookie = "COOKIE"
    case safeCookie = "SAFECOOKIE"
  }

  /// The methods we know, in tor's order.
  package var methods: [Method]
  /// Where the cookie is, when tor names a file.
  package var cookiePath: String?
  package var version: TorVersion?

  package init(_ reply: ControlReply) throws(ControlProtocolError) {
    guard reply.isSuccess, let auth = reply.lines.first(where: { $0.text.hasPrefix("AUTH ") }),
      let methods = ControlText.argument("METHODS", of: auth.text)
    else { throw .unexpectedReply(to: "PROTOCOLINFO") }
    self.methods = methods.split(separator: ",").compactMap { Method(rawValue: String($0)) }
    cookiePath = ControlText.argument("COOKIEFILE", of: auth.text)
    version = reply.lines.first { $0.text.hasPrefix("VERSION ") }
      .flatMap { ControlText.argument("Tor", of: $0.text) }.flatMap(TorVersion.init)
  }
}
