/// A word of the command line as text, whatever its bytes are: the name of a file need not be UTF-8.
///
/// A byte that is no UTF-8 stands as one scalar of the last 128 that Unicode leaves to private use. So do the bytes of such
/// a scalar itself, so that each word has one text and each text leads back to its word.
package enum PathText {
  private static let first: UInt32 = 0x10_FF00

  package static func text(of bytes: some Sequence<UInt8>) -> String {
    var text = String.UnicodeScalarView()
    var parser = Unicode.UTF8.ForwardParser()
    var rest = ArraySlice(Array(bytes))
    while !rest.isEmpty {
      var input = rest.makeIterator()
      parser = Unicode.UTF8.ForwardParser()
      if case .valid(let encoded) = parser.parseScalar(from: &input), case let scalar = UTF8.decode(encoded),
        !isByte(scalar)
      {
        text.append(scalar)
        rest = rest.dropFirst(encoded.count)
      } else if let byte = rest.popFirst() {
        text.append(escaped(byte))
      }
    }
    return String(text)
  }

  package static func bytes(of text: String) -> [UInt8] {
    text.unicodeScalars.flatMap { isByte($0) ? [UInt8(truncatingIfNeeded: $0.value)] : Array(String($0).utf8) }
  }

  /// Whether a text stands for a word that is UTF-8.
  static func isWhole(_ text: String) -> Bool { !text.unicodeScalars.contains(where: isByte) }

  private static func isByte(_ scalar: Unicode.Scalar) -> Bool { scalar.value >= first + 0x80 }

  private static func escaped(_ byte: UInt8) -> Unicode.Scalar {
    Unicode.Scalar(first + UInt32(byte)) ?? Unicode.Scalar(byte)
  }
}
