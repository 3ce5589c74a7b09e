import Bytes

/// Writes JSON text with sorted keys, for the few payloads where Foundation's encoder is too slow; the bytes are the
/// same as `Payload.encode` makes. The caller writes keys in their order.
struct JSONWriter {
  private(set) var bytes: [UInt8] = []
  /// Whether the next key or element is the first of its object or array.
  private var isFirst = true

  init(capacity: Int) { bytes.reserveCapacity(capacity) }

  mutating func object(_ members: (inout JSONWriter) -> Void) { enclosed("{", "}", members) }

  mutating func array<T>(_ elements: [T], _ element: (inout JSONWriter, T) -> Void) {
    enclosed("[", "]") { writer in
      for value in elements {
        writer.separate()
        element(&writer, value)
      }
    }
  }

  /// The key of the next value; its text needs no escape.
  mutating func key(_ name: StaticString) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    bytes.append(contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
  }

  // A member that is absent is not written.

  mutating func member(_ name: StaticString, _ value: String?) {
    guard let value else { return }
    key(name)
    string(value)
  }

  mutating func member(_ name: StaticString, _ value: Base64Data?) {
    guard let value else { return }
    key(name)
    base64(value.bytes)
  }

  mutating func member(_ name: StaticString, _ value: (some BinaryInteger)?) {
    guard let value else { return }
    key(name)
    integer(value)
  }

  mutating func member(_ name: StaticString, _ value: Double?) {
    guard let value else { return }
    key(name)
    double(value)
  }

  mutating func member(_ name: StaticString, _ value: Bool?) {
    guard let value else { return }
    key(name)
    bool(value)
  }

  mutating func member<T>(_ name: StaticString, _ value: T?, _ write: (inout JSONWriter, T) -> Void) {
    guard let value else { return }
    key(name)
    write(&self, value)
  }

  mutating func string(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { utf8 in
      if JSONWriter.isPlain(utf8) {
        bytes.append(contentsOf: utf8)
      } else {
        for byte in utf8 { escape(byte) }
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  mutating func base64(_ value: [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    bytes.append(contentsOf: Base64.ascii(value))
    bytes.append(UInt8(ascii: "\""))
  }

  /// A string of `count` characters that need no escape, which `write` makes: of few, since they are made beside the text.
  mutating func plain(_ count: Int, _ write: (UnsafeMutableBufferPointer<UInt8>) -> Void) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count + 2) { text in
      text[0] = UInt8(ascii: "\"")
      write(UnsafeMutableBufferPointer(rebasing: text[1...count]))
      text[count + 1] = UInt8(ascii: "\"")
      bytes.append(contentsOf: UnsafeBufferPointer(text))
    }
  }

  mutating func integer(_ value: some BinaryInteger) {
    guard let value = UInt64(exactly: value) else {
      bytes.append(contentsOf: value.description.utf8)
      return
    }
    // Twenty digits are the most; the last comes first.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var (rest, first) = (value, 20)
      repeat {
        first -= 1
        digits[first] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      } while rest > 0
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: digits[first...]))
    }
  }

  mutating func bool(_ value: Bool) { bytes.append(contentsOf: (value ? "true" : "false").utf8) }

  /// The shortest digits that read back as the same double; a whole number has no fraction.
  mutating func double(_ value: Double) {
    // Nearly all are dates in whole seconds. Up to 15 digits are exact, and written without an exponent.
    if value >= 1, value < 1e15, let whole = UInt64(exactly: value) { return integer(whole) }
    let text = value.description
    bytes.append(contentsOf: (text.hasSuffix(".0") ? text.dropLast(2) : text[...]).utf8)
  }

  private mutating func enclosed(
    _ open: Unicode.Scalar, _ close: Unicode.Scalar, _ inside: (inout JSONWriter) -> Void
  ) {
    bytes.append(UInt8(ascii: open))
    isFirst = true
    inside(&self)
    isFirst = false
    bytes.append(UInt8(ascii: close))
  }

  private mutating func separate() {
    if !isFirst { bytes.append(UInt8(ascii: ",")) }
    isFirst = false
  }

  /// Whether no byte needs an escape: nearly all text is so.
  private static func isPlain(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let bytes = UnsafeRawBufferPointer(text)
    var at = 0
    while at + 8 <= bytes.count {
      if JSONText.needsEscape(amongEight: bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self)) { return false }
      at += 8
    }
    return text[at...].allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
  }

  private mutating func escape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
    case 0x08: bytes += "\\b".utf8
    case 0x09: bytes += "\\t".utf8
    case 0x0A: bytes += "\\n".utf8
    case 0x0C: bytes += "\\f".utf8
    case 0x0D: bytes += "\\r".utf8
    case 0..<0x20: bytes += "\\u00\(Hex.encode(CollectionOfOne(byte)))".utf8
    default: bytes.append(byte)
    }
  }
}
