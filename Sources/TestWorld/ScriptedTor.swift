import Bytes
import Crypto

/// tor's side of one control connection as a value: takes command lines, gives the replies of tor 0.4.9.11 (measured),
/// and can be told to answer otherwise.
package struct ScriptedTor: Sendable {
  package var version = "0.4.9.11"
  package var methods = "COOKIE,SAFECOOKIE"
  package var cookiePath: String? = "/run/tor/control.authcookie"
  package var cookie = [UInt8](repeating: 7, count: 32)
  package var password = "open sesame"
  package var bootstrap = "NOTICE BOOTSTRAP PROGRESS=100 TAG=done SUMMARY=\"Done\""
  package var hasCircuit = true
  package var listeners = "\"127.0.0.1:9050\""
  package var isNetworkLive = true
  /// Answers to the next ADD_ONION commands instead of success.
  package var onionRefusals: [String] = []
  /// Whether ADD_ONION knows the proof-of-work words (0.4.9.2 and later).
  package var knowsProofOfWork = true
  /// How many more commands get an answer, as of a tor that then stops; nil for all.
  package var commandsBeforeSilence: Int?

  /// Every command so far, without its line end.
  package private(set) var commands: [String] = []
  /// Onions that this connection holds, by service name.
  package private(set) var onions: [String] = []
  package private(set) var isAuthenticated = false
  /// Whether tor has hung up.
  package private(set) var hasClosed = false
  private var challenge: (server: [UInt8], client: [UInt8])?
  private var line: [UInt8] = []
  /// Names for onions, since a scripted tor does not know curve arithmetic: what the test expects.
  private let serviceID: String

  package init(serviceID: String = "") { self.serviceID = serviceID }

  /// The answer to whatever whole lines the bytes complete.
  package mutating func received(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var answer = ""
    for byte in bytes where !hasClosed {
      guard byte == UInt8(ascii: "\n") else {
        line.append(byte)
        continue
      }
      if line.last == UInt8(ascii: "\r") { line.removeLast() }
      let command = String(decoding: line, as: UTF8.self)
      line = []
      commands.append(command)
      if let left = commandsBeforeSilence {
        guard left > 0 else { continue }
        commandsBeforeSilence = left - 1
      }
      answer += reply(command)
    }
    return Array(answer.utf8)
  }

  /// The event lines of a descriptor upload to one directory.
  package func descriptorEvent(_ action: String, directory: String = "$0123~relay0", more: String = "") -> [UInt8] {
    Array("650 HS_DESC \(action) \(serviceID) UNKNOWN \(directory)\(more)\r\n".utf8)
  }

  private mutating func reply(_ command: String) -> String {
    let words = command.split(separator: " ", maxSplits: 1).map(String.init)
    let rest = words.count > 1 ? words[1] : ""
    switch words.first {
    case "PROTOCOLINFO":
      let file = cookiePath.map { " COOKIEFILE=\"\($0)\"" } ?? ""
      return
        "250-PROTOCOLINFO 1\r\n250-AUTH METHODS=\(methods)\(file)\r\n250-VERSION Tor=\"\(version)\"\r\n250 OK\r\n"
    case "AUTHCHALLENGE": return answerChallenge(rest)
    case "AUTHENTICATE": return authenticate(rest)
    case _ where !isAuthenticated:
      hasClosed = true
      return "514 Authentication required.\r\n"
    case "GETINFO": return information(rest)
    case "ADD_ONION": return addOnion(rest)
    case "DEL_ONION":
      guard let index = onions.firstIndex(of: rest) else { return "552 Unknown Onion Service id\r\n" }
      onions.remove(at: index)
      return "250 OK\r\n"
    case "SETEVENTS", "SIGNAL", "TAKEOWNERSHIP", "SETCONF": return "250 OK\r\n"
    case _: return "510 Unrecognized command \"\(words.first ?? "")\"\r\n"
    }
  }

  private mutating func answerChallenge(_ rest: String) -> String {
    let nonce = rest.split(separator: " ").last.flatMap { Hex.decode($0) } ?? []
    let serverNonce = [UInt8](repeating: 9, count: 32)
    func tag(_ direction: String) -> [UInt8] {
      let label = "Tor safe cookie authentication \(direction) hash"
      return HMACSHA256.authenticate(cookie + nonce + serverNonce, key: SecretBytes(copying: label.utf8))
    }
    let hashes = (server: tag("server-to-controller"), client: tag("controller-to-server"))
    challenge = hashes
    return "250 AUTHCHALLENGE SERVERHASH=\(Hex.encode(hashes.server).uppercased()) "
      + "SERVERNONCE=\(Hex.encode(serverNonce).uppercased())\r\n"
  }

  private mutating func authenticate(_ proof: String) -> String {
    let offered = methods.split(separator: ",")
    let isRight =
      offered.contains("SAFECOOKIE") && challenge.map { Hex.encode($0.client) == proof } == true
      || offered.contains("COOKIE") && proof == Hex.encode(cookie)
      || offered.contains("HASHEDPASSWORD") && proof == "\"\(password)\""
      || offered.contains("NULL") && proof.isEmpty
    isAuthenticated = isRight
    hasClosed = !isRight
    return isRight ? "250 OK\r\n" : "515 Authentication failed: did not match expected value.\r\n"
  }

  private func information(_ keys: String) -> String {
    keys.split(separator: " ").map { key in
      switch key {
      case "status/bootstrap-phase": "250-\(key)=\(bootstrap)\r\n"
      case "status/circuit-established": "250-\(key)=\(hasCircuit ? 1 : 0)\r\n"
      case "network-liveness": "250-\(key)=\(isNetworkLive ? "up" : "down")\r\n"
      case "net/listeners/socks": "250-\(key)=\(listeners)\r\n"
      case _: "552-Unrecognized key \"\(key)\"\r\n"
      }
    }.joined() + "250 OK\r\n"
  }

  private mutating func addOnion(_ rest: String) -> String {
    if !onionRefusals.isEmpty { return onionRefusals.removeFirst() + "\r\n" }
    if rest.contains("PoWDefensesEnabled"), !knowsProofOfWork {
      return "512 Bad arguments to ADD_ONION: Unrecognized keyword argument \"PoWDefensesEnabled\"\r\n"
    }
    if onions.contains(serviceID) { return "550 Onion address collision\r\n" }
    onions.append(serviceID)
    return "250-ServiceID=\(serviceID)\r\n250 OK\r\n"
  }
}
