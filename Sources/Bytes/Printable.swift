/// Text from outside, made safe to show to a person or to write to a log.
package enum Printable {
  /// `text` with every control character, every bidirectional or invisible format character and every line or
  /// paragraph separator written as `\u{…}`, cut to `limit` characters. What is left cannot move the cursor,
  /// change colours, end a line or reorder what stands beside it.
  package static func escape(_ text: String, limit: Int = 4096) -> String {
    var safe = ""
    var written = 0
    for scalar in text.unicodeScalars {
      guard written < limit else { return safe + "…" }
      written += 1
      if isHarmless(scalar) {
        safe.unicodeScalars.append(scalar)
      } else {
        safe += "\\u{" + String(scalar.value, radix: 16) + "}"
      }
    }
    return safe
  }

  /// Whether a scalar only draws itself: no control, format, surrogate, private-use or separator-of-lines scalar.
  /// The joiner of emoji sequences (U+200D) and variation selectors draw nothing by themselves and are let through.
  package static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value == 0x200D { return true }
    return switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
    default: true
    }
  }
}
