/// Base64 with padding (RFC 4648 §4), strict when read: no other alphabet, no white space, and one text only for
/// given bytes.
package enum Base64 {
  /// The text of `bytes`.
  package static func encode(_ bytes: [UInt8]) -> String { String(decoding: ascii(bytes), as: UTF8.self) }

  /// The text of `bytes` as ASCII codes, for a writer that goes on with bytes.
  package static func ascii(_ bytes: [UInt8]) -> [UInt8] {
    let count = (bytes.count + 2) / 3 * 4
    return [UInt8](unsafeUninitializedCapacity: count) { text, initialized in
      bytes.withUnsafeBufferPointer { input in
        pairs.withUnsafeBufferPointer { pairs in write(input, pairs, to: text) }
      }
      initialized = count
    }
  }

  /// The bytes that the ASCII `text` writes, or nil.
  package static func decode(_ text: [UInt8]) -> [UInt8]? { text.withUnsafeBufferPointer(decode(buffer:)) }

  /// The same of a part of a text.
  package static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    text.withUnsafeBufferPointer(decode(buffer:))
  }

  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  /// The two characters of each 12 bits, the first in the low byte: half as many look-ups as by single characters.
  private static let pairs: [UInt16] = (0..<4096).map { bits in
    UInt16(alphabet[bits >> 6]) | UInt16(alphabet[bits & 63]) << 8
  }
  private static let padding = UInt8(ascii: "=")
  /// The value of each ASCII character; 0xFF for those outside the alphabet, so that one test covers four.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 0xFF, count: 256)
    for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
    return values
  }()

  /// `text` has room for the four characters of every begun group of three bytes.
  private static func write(
    _ input: UnsafeBufferPointer<UInt8>, _ pairs: UnsafeBufferPointer<UInt16>,
    to text: UnsafeMutableBufferPointer<UInt8>
  ) {
    func put(_ group: Int, at out: Int) {
      let (first, second) = (pairs[group >> 12], pairs[group & 0xFFF])
      text[out] = UInt8(truncatingIfNeeded: first)
      text[out + 1] = UInt8(truncatingIfNeeded: first >> 8)
      text[out + 2] = UInt8(truncatingIfNeeded: second)
      text[out + 3] = UInt8(truncatingIfNeeded: second >> 8)
    }
    var (at, out) = (0, 0)
    let (bytes, words) = (UnsafeRawBufferPointer(input), UnsafeMutableRawBufferPointer(text))
    // Six bytes are eight characters, which are stored at once; a word of eight bytes is read for them.
    while at + 8 <= input.count {
      let word = bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self).bigEndian
      let (first, second) = (pairs[Int(word >> 52)], pairs[Int(word >> 40 & 0xFFF)])
      let (third, fourth) = (pairs[Int(word >> 28 & 0xFFF)], pairs[Int(word >> 16 & 0xFFF)])
      let characters = UInt64(first) | UInt64(second) << 16 | UInt64(third) << 32 | UInt64(fourth) << 48
      words.storeBytes(of: characters.littleEndian, toByteOffset: out, as: UInt64.self)
      at += 6
      out += 8
    }
    while at + 3 <= input.count {
      put(Int(input[at]) << 16 | Int(input[at + 1]) << 8 | Int(input[at + 2]), at: out)
      at += 3
      out += 4
    }
    let left = input.count - at
    guard left > 0 else { return }
    put(Int(input[at]) << 16 | (left > 1 ? Int(input[at + 1]) << 8 : 0), at: out)
    text[out + 3] = padding
    if left == 1 { text[out + 2] = padding }
  }

  private static func decode(buffer text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    guard text.count % 4 == 0 else { return nil }
    guard let last = text.last else { return [] }
    let padded = last != padding ? 0 : text[text.count - 2] != padding ? 1 : 2
    let full = padded == 0 ? text.count : text.count - 4
    var valid = true
    var bytes = [UInt8](unsafeUninitializedCapacity: text.count / 4 * 3) { output, initialized in
      valid = values.withUnsafeBufferPointer { read(text, full, $0, to: output) }
      initialized = valid ? full / 4 * 3 : 0
    }
    guard valid else { return nil }
    if padded > 0 {
      guard let tail = tail(text, padded: padded) else { return nil }
      bytes += tail
    }
    return bytes
  }

  /// Reads the first `full` characters; false when one is outside the alphabet.
  private static func read(
    _ text: UnsafeBufferPointer<UInt8>, _ full: Int, _ values: UnsafeBufferPointer<UInt8>,
    to output: UnsafeMutableBufferPointer<UInt8>
  ) -> Bool {
    let words = UnsafeMutableRawBufferPointer(output)
    var (at, out) = (0, 0)
    var seen: UInt64 = 0
    func group(_ at: Int) -> UInt64 {
      let (a, b) = (UInt64(values[Int(text[at])]), UInt64(values[Int(text[at + 1])]))
      let (c, d) = (UInt64(values[Int(text[at + 2])]), UInt64(values[Int(text[at + 3])]))
      seen |= a | b | c | d
      return a << 18 | b << 12 | c << 6 | d
    }
    // Eight characters are six bytes, which are stored as a word whose last two bytes the next ones replace.
    while at + 8 <= full, out + 8 <= output.count {
      let word = group(at) << 40 | group(at + 4) << 16
      words.storeBytes(of: word.bigEndian, toByteOffset: out, as: UInt64.self)
      at += 8
      out += 6
    }
    while at < full {
      let number = group(at)
      for byte in 0..<3 { output[out + byte] = UInt8(truncatingIfNeeded: number >> UInt64(16 - 8 * byte)) }
      at += 4
      out += 3
    }
    return seen < 64
  }

  /// The one or two bytes of the last group; the bits beyond them have to be zero.
  private static func tail(_ text: UnsafeBufferPointer<UInt8>, padded: Int) -> [UInt8]? {
    let group = text.suffix(4).prefix(4 - padded).map { values[Int($0)] }
    guard group.allSatisfy({ $0 < 64 }) else { return nil }
    let first = group[0] << 2 | group[1] >> 4
    if padded == 2 { return group[1] & 15 == 0 ? [first] : nil }
    return group[2] & 3 == 0 ? [first, group[1] << 4 | group[2] >> 2] : nil
  }
}
