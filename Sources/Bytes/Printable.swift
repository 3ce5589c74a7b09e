/// Text from outside, made safe to show to a person or to write to a log.
package enum Printable {
  /// `text` with every control character, every bidirectional or invisible format character and every line or
  /// paragraph separator written as `\u{…}`, cut to `limit` characters. What is left cannot move the cursor,
  /// change colours, end a line or reorder what stands beside it.
  package static func escape(_ text: String, limit: Int = 4096) -> String {
    var safe = ""
    var written = 0
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      guard written < limit else { return safe + "…" }
      written += 1
      if let region = region(after: scalar, in: rest) {
        safe.unicodeScalars.append(scalar)
        safe.unicodeScalars.append(contentsOf: region)
        rest = rest[region.endIndex...]
      } else if isHarmless(scalar) {
        safe.unicodeScalars.append(scalar)
      } else {
        safe += "\\u{" + String(scalar.value, radix: 16) + "}"
      }
    }
    return safe
  }

  /// The tags that make a black flag that of England, Scotland or Wales (UTS 51, the only ones recommended for interchange).
  /// They draw nothing by themselves, and anywhere else they hide text.
  private static let regions = ["gbeng", "gbsct", "gbwls"].map { name in
    name.unicodeScalars.map { $0.value + 0xE0000 } + [0xE007F]
  }

  private static func region(
    after scalar: Unicode.Scalar, in rest: Substring.UnicodeScalarView
  ) -> Substring.UnicodeScalarView? {
    guard scalar.value == 0x1F3F4 else { return nil }
    let next = rest.prefix(6)
    return regions.contains { next.lazy.map(\.value).elementsEqual($0) } ? next : nil
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
