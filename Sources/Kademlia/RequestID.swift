import Bytes

/// What ties an answer to its question: 64 random bits, 16 hexadecimal digits on the wire.
package struct RequestID: Hashable, Comparable, Sendable {
  private let value: UInt64

  package init(using rng: inout some RandomNumberGenerator) { value = rng.next() }

  /// From its text, or nil for anything that this node cannot have chosen.
  package init?(_ text: String) {
    var text = text
    guard text.utf8.count == 16, let value = text.withUTF8({ Hex.word($0, at: 0) }) else { return nil }
    self.value = value
  }

  /// Any order that is the same in every run.
  package static func < (a: RequestID, b: RequestID) -> Bool { a.value < b.value }

  package var text: String {
    String(unsafeUninitializedCapacity: 16) { text in
      Hex.write(value, to: text, at: 0)
      return 16
    }
  }
}
