/// The configuration file of the node's own tor, made from a template with `${NAME}` places.
package struct TorrcTemplate: Sendable, Equatable {
  /// What goes into the places.
  package struct Values: Sendable {
    package var dataDirectory: String
    package var controlSocket: String
    package var cookieFile: String
    package var socksSocket: String
    package var logFile: String
    /// Whether tor shall not touch the network until told to.
    package var isNetworkDisabled: Bool

    /// Everything under one folder.
    package init(folder: String, isNetworkDisabled: Bool) {
      dataDirectory = folder + "/data"
      controlSocket = folder + "/control"
      cookieFile = folder + "/control.authcookie"
      socksSocket = folder + "/socks"
      logFile = folder + "/log"
      self.isNetworkDisabled = isNetworkDisabled
    }

    fileprivate var places: [String: String] {
      [
        "DATA_DIRECTORY": ControlText.quoted(dataDirectory.utf8),
        "CONTROL_SOCKET": ControlText.quoted(controlSocket.utf8),
        "COOKIE_FILE": ControlText.quoted(cookieFile.utf8),
        "SOCKS_SOCKET": ControlText.quoted(socksSocket.utf8),
        "LOG": ControlText.quoted("notice file \(logFile)".utf8),
        "DISABLE_NETWORK": isNetworkDisabled ? "1" : "0",
      ]
    }
  }

  package enum Failure: Error, Equatable, CustomStringConvertible {
    /// The template names a place that the node does not fill.
    case unknownPlace(String)
    /// A `${` without its `}`.
    case unfinishedPlace
    /// The node needs this place to find its own tor, and the template leaves it out.
    case missingPlace(String)

    package var description: String {
      switch self {
      case .unknownPlace(let name): "torrc template: ${\(name)} is not a place that the node fills"
      case .unfinishedPlace: "torrc template: ${ without }"
      case .missingPlace(let name): "torrc template: ${\(name)} is missing"
      }
    }
  }

  /// Without these the node would not reach its tor, or reach another one.
  private static let needed = ["DATA_DIRECTORY", "CONTROL_SOCKET", "COOKIE_FILE", "SOCKS_SOCKET"]

  package let text: String

  package init(text: String) { self.text = text }

  /// The template filled in. Paths come quoted as tor reads them, so that no character of one ends a line or a value.
  package func rendered(_ values: Values) throws(Failure) -> String {
    let places = values.places
    var missing = Self.needed
    let lines = try text.split(separator: "\n", omittingEmptySubsequences: false).map { (line) throws(Failure) in
      guard !line.hasPrefix("#") else { return String(line) }
      return try Self.fill(line, places) { name in missing.removeAll { $0 == name } }
    }
    if let name = missing.first { throw .missingPlace(name) }
    return lines.joined(separator: "\n")
  }

  private static func fill(
    _ line: Substring, _ places: [String: String], used: (String) -> Void
  ) throws(Failure) -> String {
    var filled = ""
    var rest = line
    while let open = rest.firstRange(of: "${") {
      guard let close = rest[open.upperBound...].firstIndex(of: "}") else { throw .unfinishedPlace }
      let name = String(rest[open.upperBound..<close])
      guard let value = places[name] else { throw .unknownPlace(name) }
      used(name)
      filled += rest[..<open.lowerBound] + value
      rest = rest[rest.index(after: close)...]
    }
    return filled + rest
  }

  /// The text of the repository's `torrc.template`, so that the binary needs no file beside it.
  package static let standard = TorrcTemplate(
    text: #"""
      # The configuration of the tor that the node runs for itself (`--tor own`). The node fills in ${…} and writes the
      # result to tor/torrc in its data directory at every start. Change a copy of this file and name it in the node's
      # configuration (`tor.template`) to add bridges, a proxy or a bandwidth limit.

      DataDirectory ${DATA_DIRECTORY}
      Log ${LOG}
      SafeLogging 1

      # For the node alone: both sockets lie in a folder that only its user can enter.
      ControlPort unix:${CONTROL_SOCKET}
      CookieAuthentication 1
      CookieAuthFile ${COOKIE_FILE}

      # One circuit per username and password (tor's default, IsolateSOCKSAuth); ExtendedErrors says why a connection to an
      # onion service failed.
      SocksPort unix:${SOCKS_SOCKET} ExtendedErrors

      # No relay, no exit, no open ports.
      ClientOnly 1
      AvoidDiskWrites 1

      DisableNetwork ${DISABLE_NETWORK}

      """#)
}
