/// Colours on a terminal, nothing elsewhere.
struct Style {
  let isOn: Bool

  func strong(_ text: String) -> String { wrap(text, "1") }
  func good(_ text: String) -> String { wrap(text, "32") }
  func warning(_ text: String) -> String { wrap(text, "33") }
  func bad(_ text: String) -> String { wrap(text, "31") }
  func faint(_ text: String) -> String { wrap(text, "2") }

  private func wrap(_ text: String, _ code: String) -> String { isOn ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text }
}
