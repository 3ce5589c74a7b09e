/// Text that fills one or two cells and does nothing else. Only `glyphs(of:)` makes it, so whatever is drawn is harmless.
package struct Glyph: Hashable, Sendable {
  package let text: String
  /// Cells: 1 or 2.
  package let width: Int
  /// Whether every terminal gives it this width. Emoji of several scalars are drawn as one or side by side.
  let isFirm: Bool

  private init(_ text: String, width: Int, isFirm: Bool = true) {
    self.text = text
    self.width = width
    self.isFirm = isFirm
  }

  package static let space = Glyph(" ", width: 1)
  /// Stands where a glyph is wider than the room for it.
  static let narrow = Glyph("?", width: 1)

  /// Whether it is a letter of a script that runs from right to left.
  var runsRightToLeft: Bool { text.unicodeScalars.contains(where: ScalarWidth.runsRightToLeft) }

  /// A text from anywhere, as it is drawn: what could move the cursor, hide, reorder or end a line is written out as
  /// `\u{…}`, marks have a bound, and a mark without a letter gets a circle to stand on.
  package static func glyphs(of text: String) -> [Glyph] {
    var glyphs: [Glyph] = []
    for character in text {
      let scalars = Array(character.unicodeScalars)
      if let emoji = emoji(scalars) { glyphs.append(emoji) } else { append(scalars, to: &glyphs) }
    }
    return glyphs
  }

  /// The cells that a text takes.
  package static func width(of text: String) -> Int { glyphs(of: text).reduce(0) { $0 + $1.width } }

  /// Each scalar with cells of its own begins a glyph, as in terminals that know nothing of longer characters.
  private static func append(_ scalars: [Unicode.Scalar], to glyphs: inout [Glyph]) {
    var building = Building()
    for scalar in scalars {
      guard let width = building.isJoined(by: scalar) ? 0 : ScalarWidth.of(scalar) else {
        building.finish(into: &glyphs)
        let name = "\\u{" + String(scalar.value, radix: 16) + "}"
        glyphs += name.map { Glyph(String($0), width: 1) }
        continue
      }
      if width > 0 { building.finish(into: &glyphs) }
      building.add(scalar, width)
    }
    building.finish(into: &glyphs)
  }

  private struct Building {
    private var text = ""
    private var width = 0
    private var marks = 0
    private var base: UInt32 = 0

    /// Whether the scalar is a joiner in a script that is written with them: from Arabic to the scripts of India.
    func isJoined(by scalar: Unicode.Scalar) -> Bool {
      (0x200C...0x200D).contains(scalar.value) && (0x0600..<0x1100).contains(base)
    }

    mutating func add(_ scalar: Unicode.Scalar, _ width: Int) {
      if width > 0 {
        text.unicodeScalars.append(scalar)
        (self.width, base) = (width, scalar.value)
        return
      }
      if text.isEmpty { (text, self.width) = ("◌", 1) }
      marks += 1
      if marks <= Settings.maximumMarks { text.unicodeScalars.append(scalar) }
    }

    mutating func finish(into glyphs: inout [Glyph]) {
      if width > 0 { glyphs.append(Glyph(text, width: width)) }
      self = Building()
    }
  }

  /// The character as one emoji of several scalars, when it is nothing but that: a flag, a keycap, one with a skin tone, a
  /// picture that a selector asks for, or several that are joined.
  private static func emoji(_ scalars: [Unicode.Scalar]) -> Glyph? {
    guard scalars.count > 1, scalars.count <= Settings.maximumEmojiScalars, let first = scalars.first,
      first.properties.isEmoji, scalars.dropFirst().allSatisfy({ isPart($0, ofEmoji: first) })
    else { return nil }
    var text = ""
    text.unicodeScalars.append(contentsOf: scalars)
    let isText = scalars[1].value == 0xFE0E
    return Glyph(text, width: isText ? ScalarWidth.of(first) ?? 1 : 2, isFirm: false)
  }

  private static func isPart(_ scalar: Unicode.Scalar, ofEmoji first: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // The joiner, the selectors of text and picture, and the keycap.
    case 0x200D, 0xFE0E, 0xFE0F, 0x20E3: true
    // The letters of flags of regions, which follow a black flag.
    case 0xE0020...0xE007F: first.value == 0x1F3F4
    default: scalar.value > 0xFF && scalar.properties.isEmoji
    }
  }
}
