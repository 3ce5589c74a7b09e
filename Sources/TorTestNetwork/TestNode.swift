/// One tor of the private network: what it is and where it listens on 127.0.0.1. Written to the network's file as
/// one line of words, `name role key=value …`.
package struct TestNode: Sendable, Equatable {
  package enum Role: String, Sendable {
    case authority, relay, client
  }

  package var name: String
  package var role: Role
  package var controlPort: UInt16
  /// Clients only; 0 otherwise.
  package var socksPort: UInt16 = 0
  /// Authority and relays; 0 otherwise.
  var relayPort: UInt16 = 0
  /// Authority only; 0 otherwise.
  var directoryPort: UInt16 = 0
  /// Identity of an authority or relay, 40 hexadecimal digits; empty before its keys are made.
  var fingerprint = ""
  /// Identity of the authority's certificate, likewise.
  var authorityIdentity = ""

  var ports: [UInt16] { [controlPort, socksPort, relayPort, directoryPort].filter { $0 != 0 } }

  var line: String {
    "\(name) \(role.rawValue) control=\(controlPort) socks=\(socksPort) relay=\(relayPort) "
      + "directory=\(directoryPort) fingerprint=\(fingerprint) identity=\(authorityIdentity)"
  }

  init(name: String, role: Role, controlPort: UInt16) {
    self.name = name
    self.role = role
    self.controlPort = controlPort
  }

  /// Reads what `line` wrote.
  init?(line: some StringProtocol) {
    let words = line.split(separator: " ")
    guard words.count >= 2, let role = Role(rawValue: String(words[1])) else { return nil }
    self.init(name: String(words[0]), role: role, controlPort: 0)
    for word in words.dropFirst(2) {
      let halves = word.split(separator: "=", omittingEmptySubsequences: false)
      guard halves.count == 2 else { return nil }
      let value = String(halves[1])
      switch halves[0] {
      case "control": controlPort = UInt16(value) ?? 0
      case "socks": socksPort = UInt16(value) ?? 0
      case "relay": relayPort = UInt16(value) ?? 0
      case "directory": directoryPort = UInt16(value) ?? 0
      case "fingerprint": fingerprint = value
      case "identity": authorityIdentity = value
      case _: return nil
      }
    }
  }
}
