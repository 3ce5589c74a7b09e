import Bytes

/// What ties an answer to its question: 64 random bits, 16 hexadecimal digits on the wire.
package struct RequestID: Hashable, Comparable, Sendable {
  private let value: UInt64

  package init(using rng: inout some RandomNumberGenerator) { value = rng.next() }

  /// From its text, or nil for anything that this node cannot have chosen.
  package init?(_ text: String) {
    guard text.utf8.count == 16, let bytes = Hex.decode(text) else { return nil }
    value = bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Any order that is the same in every run.
  package static func < (a: RequestID, b: RequestID) -> Bool { a.value < b.value }

  package var text: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
