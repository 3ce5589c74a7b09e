import Bytes
package import Crypto

/// A command for tor's control port, as a value. Its line is built here and nowhere else; every part is a checked
/// word, hexadecimal, or quoted, so that no value can add a line or an argument.
package enum ControlCommand: Sendable {
  case protocolInfo
  case authChallenge(clientNonce: [UInt8])
  /// The proof of SAFECOOKIE, the cookie itself for COOKIE, or nothing for NULL.
  case authenticate(proof: [UInt8])
  case authenticatePassword(SecretBytes)
  case getInfo([ControlToken])
  case setEvents([ControlToken])
  case setConf([(key: ControlToken, value: String)])
  case addOnion(OnionRequest)
  case delOnion(serviceID: ControlToken)
  case signal(ControlToken)
  /// Makes tor exit when this connection closes.
  case takeOwnership
  /// A one-hop circuit for the controller only.
  case extendCircuit(relay: ControlToken)
  case closeCircuit(id: ControlToken)

  /// The command's keyword, fit for logs: the line itself may hold a secret.
  package var name: String {
    switch self {
    case .protocolInfo: "PROTOCOLINFO"
    case .authChallenge: "AUTHCHALLENGE"
    case .authenticate, .authenticatePassword: "AUTHENTICATE"
    case .getInfo: "GETINFO"
    case .setEvents: "SETEVENTS"
    case .setConf: "SETCONF"
    case .addOnion: "ADD_ONION"
    case .delOnion: "DEL_ONION"
    case .signal: "SIGNAL"
    case .takeOwnership: "TAKEOWNERSHIP"
    case .extendCircuit: "EXTENDCIRCUIT"
    case .closeCircuit: "CLOSECIRCUIT"
    }
  }

  /// The line to send, with its CRLF.
  package var line: [UInt8] { Array(([name] + arguments).joined(separator: " ").utf8) + [13, 10] }

  private var arguments: [String] {
    switch self {
    case .protocolInfo: ["1"]
    case .authChallenge(let nonce): ["SAFECOOKIE", Hex.encode(nonce)]
    case .authenticate(let proof): proof.isEmpty ? [] : [Hex.encode(proof)]
    case .authenticatePassword(let password): [ControlText.quoted(password.exposed)]
    case .getInfo(let keys), .setEvents(let keys): keys.map(\.text)
    case .setConf(let settings): settings.map { "\($0.key.text)=\(ControlText.quoted($0.value.utf8))" }
    case .addOnion(let request): request.arguments
    case .delOnion(let serviceID): [serviceID.text]
    case .signal(let signal): [signal.text]
    case .takeOwnership: []
    case .extendCircuit(let relay): ["0", relay.text, "purpose=controller"]
    case .closeCircuit(let id): [id.text]
    }
  }
}
