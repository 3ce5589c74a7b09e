/// How far tor is with starting: the text of `GETINFO status/bootstrap-phase` and of STATUS_CLIENT BOOTSTRAP events,
/// `NOTICE BOOTSTRAP PROGRESS=85 TAG=ap_conn SUMMARY="Connecting to a relay"`.
package struct BootstrapPhase: Sendable, Equatable {
  /// 0 to 100.
  package var percent: Int
  /// tor's word for the step.
  package var tag: String
  /// tor's words for people.
  package var summary: String
  /// Why it does not go on, when tor warns.
  package var warning: String?
  /// Whether tor warns that this machine's clock is off: no directory of the network is valid to it then.
  package var doubtsClock: Bool

  package init?(_ text: String) {
    let words = text.split(separator: " ")
    guard words.count >= 2, words[1] == "BOOTSTRAP", let percent = ControlText.argument("PROGRESS", of: text),
      let percent = Int(percent), (0...100).contains(percent)
    else { return nil }
    self.percent = percent
    tag = ControlText.argument("TAG", of: text) ?? ""
    summary = ControlText.argument("SUMMARY", of: text) ?? tag
    warning = words[0] == "WARN" ? ControlText.argument("WARNING", of: text).map(Self.plain) : nil
    doubtsClock = words[0] == "WARN" && ControlText.argument("REASON", of: text) == "CLOCK_SKEW"
  }

  /// tor's names for the ends of a connection (control-spec §4.1.10, REASON) in words; its own words as they are.
  private static func plain(_ warning: String) -> String {
    switch warning {
    case "DONE": "a relay closed the connection"
    case "CONNECTREFUSED": "a relay refused the connection"
    case "IDENTITY": "a relay is not the one that was expected"
    case "CONNECTRESET": "a connection was reset"
    case "TIMEOUT": "a connection timed out"
    case "NOROUTE": "there is no route to a relay"
    case "IOERROR", "MISC": "a connection broke"
    case "RESOURCELIMIT": "tor has no sockets or memory left"
    case "PT_MISSING": "a pluggable transport is missing"
    case _: warning
    }
  }
}
