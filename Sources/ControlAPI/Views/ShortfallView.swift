/// Something the node lacks, and what to do about it.
package struct ShortfallView: Codable, Sendable, Hashable {
  package var text: String
  package var fix: String?
  /// Whether it stays so unless somebody does something; else it only takes time, or may be meant so.
  package var fault: Bool

  package init(text: String, fix: String? = nil, fault: Bool) {
    self.text = text
    self.fix = fix
    self.fault = fault
  }
}
