/// Something the node lacks, and what to do about it.
package struct ShortfallView: Codable, Sendable, Hashable {
  /// What of the node it concerns.
  package enum Part: String, Codable, Sendable, CaseIterable { case tor, onion, clock, directory, store }

  package var part: Part
  package var text: String
  package var fix: String?
  /// Whether it stays so unless somebody does something; else it only takes time, or may be meant so.
  package var fault: Bool

  package init(_ part: Part, text: String, fix: String? = nil, fault: Bool) {
    self.part = part
    self.text = text
    self.fix = fix
    self.fault = fault
  }
}
