package import Reactor

/// Which tor the node uses: `--tor auto|system|own`, or a control port of its own choice.
package enum TorMode: Sendable, Equatable {
  /// The system's tor when its control port can be used, else an own one.
  case auto
  case system
  case own
  /// `tcp:127.0.0.1:9051` or `unix:/path`.
  case control(Endpoint)

  /// Nil when the text is none of these.
  package init?(_ text: String) {
    switch text {
    case "auto": self = .auto
    case "system": self = .system
    case "own": self = .own
    case _:
      guard let endpoint = Self.endpoint(text) else { return nil }
      self = .control(endpoint)
    }
  }

  private static func endpoint(_ text: String) -> Endpoint? {
    if text.hasPrefix("unix:/") { return .unix(path: String(text.dropFirst(5))) }
    guard text.hasPrefix("tcp:"), let colon = text.lastIndex(of: ":"),
      let port = UInt16(text[text.index(after: colon)...]), port != 0
    else { return nil }
    var host = text[..<colon].dropFirst(4)
    if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
    return host.isEmpty ? nil : .tcp(host: String(host), port: port)
  }
}
