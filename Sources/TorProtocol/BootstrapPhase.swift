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

  package init?(_ text: String) {
    let words = text.split(separator: " ")
    guard words.count >= 2, words[1] == "BOOTSTRAP", let percent = ControlText.argument("PROGRESS", of: text),
      let percent = Int(percent), (0...100).contains(percent)
    else { return nil }
    self.percent = percent
    tag = ControlText.argument("TAG", of: text) ?? ""
    summary = ControlText.argument("SUMMARY", of: text) ?? tag
    warning = words[0] == "WARN" ? ControlText.argument("WARNING", of: text) : nil
  }
}
