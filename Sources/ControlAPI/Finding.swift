/// One thing that `sophax doctor` has looked at.
package struct Finding: Codable, Sendable, Hashable {
  package enum Verdict: String, Codable, Sendable, CaseIterable { case good, warning, bad }

  /// What was looked at: `tor control port`, `data directory`.
  package var check: String
  package var verdict: Verdict
  /// What was found.
  package var text: String
  /// The exact thing to do, unless all is well.
  package var fix: String?
  /// How `doctor` ends when this is the first bad finding.
  package var reason: ControlErrorReason?

  package init(
    _ check: String, _ verdict: Verdict, _ text: String, fix: String? = nil, reason: ControlErrorReason? = nil
  ) {
    self.check = check
    self.verdict = verdict
    self.text = text
    self.fix = fix
    self.reason = reason
  }
}
