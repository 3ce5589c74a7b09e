/// Turns the bytes of a keyboard into keys, however they are cut. Holds a bounded rest of what is not complete.
package struct InputDecoder: Sendable {
  private enum State: Sendable {
    case ground
    /// A character of several bytes: those that came, and how many are missing.
    case character([UInt8], missing: Int)
    case escape
    /// Between ESC [ and its final byte.
    case sequence([UInt8])
    /// After ESC O.
    case shift
    /// Between the marks of a paste.
    case paste([UInt8])
  }

  private var state = State.ground
  private var keys: [Key] = []
  private static let pasteEnd = Array("\u{1B}[201~".utf8)

  package init() {}

  /// Whether more bytes may follow that belong to what came. `flush()` once none has come for a moment.
  package var isWaiting: Bool {
    switch state {
    case .ground, .character: false
    case .escape, .sequence, .shift, .paste: true
    }
  }

  /// Whether a paste has begun and not ended: its bytes may be long in coming.
  package var isPasting: Bool { if case .paste = state { true } else { false } }

  package mutating func push(_ bytes: some Sequence<UInt8>) -> [Key] {
    for byte in bytes { take(byte) }
    return drain()
  }

  /// No more bytes came: an escape was the key itself, and a paste is over.
  package mutating func flush() -> [Key] {
    switch state {
    case .ground, .character: break
    case .escape: end(.named(.escape))
    case .sequence(let bytes): end(bytes.isEmpty ? .alt("[") : nil)
    case .shift: end(.alt("O"))
    case .paste(let bytes): endPaste(bytes[...])
    }
    return drain()
  }

  private mutating func drain() -> [Key] {
    defer { keys = [] }
    return keys
  }

  private mutating func take(_ byte: UInt8) {
    switch state {
    case .ground: begin(byte)
    case .character(let bytes, let missing): proceed(bytes, missing, byte)
    case .escape: escaped(byte)
    case .sequence(let bytes): sequence(bytes, byte)
    case .shift: end(byte == UInt8(ascii: "M") ? .named(.enter) : InputDecoder.name(final: byte).map { .named($0) })
    case .paste(var bytes):
      // One array in one place: else every byte would copy all those before it.
      state = .ground
      bytes.append(byte)
      if bytes.count >= 6, bytes.suffix(6).elementsEqual(InputDecoder.pasteEnd) {
        endPaste(bytes.dropLast(6))
      } else {
        if bytes.count > Settings.maximumPaste + 6 { bytes.removeSubrange(Settings.maximumPaste..<bytes.count - 5) }
        state = .paste(bytes)
      }
    }
  }

  // MARK: Characters

  private mutating func begin(_ byte: UInt8) {
    switch byte {
    case 0x1B: state = .escape
    case 0x0D: emit(.named(.enter))
    case 0x09: emit(.named(.tab))
    case 0x7F, 0x08: emit(.named(.backspace))
    case 0x00: emit(.control(" "))
    case 0x01..<0x1B: emit(.control(Character(Unicode.Scalar(byte + 0x60))))
    case 0x1C..<0x20: emit(.control(Character(Unicode.Scalar(byte + 0x40))))
    case 0x20..<0x7F: emit(Unicode.Scalar(byte))
    case 0xC2...0xDF: state = .character([byte], missing: 1)
    case 0xE0...0xEF: state = .character([byte], missing: 2)
    case 0xF0...0xF4: state = .character([byte], missing: 3)
    default: emit("\u{FFFD}")
    }
  }

  private mutating func proceed(_ bytes: [UInt8], _ missing: Int, _ byte: UInt8) {
    guard byte & 0xC0 == 0x80 else {
      state = .ground
      emit("\u{FFFD}")
      return begin(byte)
    }
    guard missing == 1 else {
      state = .character(bytes + [byte], missing: missing - 1)
      return
    }
    state = .ground
    for scalar in String(decoding: bytes + [byte], as: UTF8.self).unicodeScalars { emit(scalar) }
  }

  private mutating func emit(_ scalar: Unicode.Scalar) {
    if case .text(var text) = keys.last {
      keys.removeLast()
      text.unicodeScalars.append(scalar)
      keys.append(.text(text))
    } else {
      keys.append(.text(String(scalar)))
    }
  }

  private mutating func emit(_ key: Key) { keys.append(key) }

  // MARK: Sequences

  private mutating func escaped(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "["): state = .sequence([])
    case UInt8(ascii: "O"): state = .shift
    case 0x1B: emit(.named(.escape))
    case 0x0D: end(.named(.enter, .alt))
    case 0x7F, 0x08: end(.named(.backspace, .alt))
    case 0x20..<0x7F: end(.alt(Character(Unicode.Scalar(byte))))
    default:
      end(.named(.escape))
      begin(byte)
    }
  }

  private mutating func end(_ key: Key?) {
    state = .ground
    if let key { emit(key) }
  }

  private mutating func sequence(_ bytes: [UInt8], _ byte: UInt8) {
    switch byte {
    case 0x20...0x3F:
      // What is longer than any key is read to its end all the same, or its rest would appear as typed.
      state = .sequence(bytes.count < Settings.maximumSequence ? bytes + [byte] : bytes)
    case 0x40...0x7E: finish(bytes, byte)
    default:
      state = .ground
      begin(byte)
    }
  }

  private mutating func finish(_ parameters: [UInt8], _ final: UInt8) {
    let numbers = parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map {
      Int(String(decoding: $0, as: UTF8.self)) ?? 0
    }
    if final == UInt8(ascii: "~"), numbers.first == 200 {
      state = .paste([])
      return
    }
    let name =
      final == UInt8(ascii: "~") ? InputDecoder.name(number: numbers.first ?? 0) : InputDecoder.name(final: final)
    // xterm: one more than the sum of shift 1, alt 2, control 4.
    let modifiers = Key.Modifiers(rawValue: numbers.count > 1 ? UInt8(clamping: numbers[1] - 1) & 7 : 0)
    end(name.map { .named($0, modifiers) })
  }

  private static func name(final: UInt8) -> Key.Name? {
    switch final {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "Z"): .backTab
    case UInt8(ascii: "P"): .help
    default: nil
    }
  }

  private static func name(number: Int) -> Key.Name? {
    switch number {
    case 1, 7: .home
    case 2: .insert
    case 3: .delete
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    case 11: .help
    default: nil
    }
  }

  private mutating func endPaste(_ bytes: ArraySlice<UInt8>) {
    state = .ground
    let text = String(decoding: bytes.prefix(Settings.maximumPaste), as: UTF8.self)
    let lines = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    if !lines.isEmpty { emit(.paste(lines)) }
  }
}
