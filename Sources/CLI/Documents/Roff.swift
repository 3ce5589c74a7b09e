/// Text for man(7).
enum Roff {
  /// A whole page.
  static func page(_ name: String, section: Int, summary: String, body: [String]) -> String {
    let head = [
      ".\\\" Made by sophax help --roff from the program's own tables.",
      ".TH \(name.uppercased()) \(section) \"\" SophaxNode", ".SH NAME", "\(escape(name)) \\- \(escape(summary))",
    ]
    return (head + body).joined(separator: "\n")
  }

  static func section(_ name: String) -> String { ".SH \(name)" }

  /// A term and what it means.
  static func item(_ term: String, _ text: String) -> [String] { [".TP", ".B \(escape(term))", escape(text)] }

  static func paragraph(_ text: String) -> [String] { [".PP", escape(text)] }

  /// Backslashes and hyphens mean themselves, and no line begins with a control character.
  static func escape(_ text: String) -> String {
    let safe = text.replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing("…", with: "...")
    return safe.hasPrefix(".") || safe.hasPrefix("'") ? "\\&" + safe : safe
  }
}
