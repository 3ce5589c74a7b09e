/// Something the node lacks, and what to do about it.
package struct ShortfallView: Codable, Sendable, Hashable {
  package var text: String
  package var fix: String?

  package init(text: String, fix: String? = nil) {
    self.text = text
    self.fix = fix
  }
}
