/// The name of a message, chosen by its sender: a UUID in upper case with hyphens from this node, and from others any
/// 1 to 64 visible ASCII characters. It is what a receipt names and what duplicates are recognised by.
package struct MessageID: Hashable, Sendable, CustomStringConvertible {
  /// Longer than any UUID form; the bound keeps an index entry small whatever a peer sends.
  private static let maximumCount = 64

  package let text: String

  /// From text that came from outside, or nil.
  package init?(_ text: String) {
    guard (1...Self.maximumCount).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7e).contains($0) })
    else { return nil }
    self.text = text
  }

  /// A fresh random UUID (RFC 9562, version 4).
  package static func random(using chance: inout some RandomNumberGenerator) -> MessageID {
    let version: UInt64 = chance.next() & 0xffff_ffff_ffff_0fff | 0x4000
    let variant: UInt64 = chance.next() & 0x3fff_ffff_ffff_ffff | 0x8000_0000_0000_0000
    let digits = Array((padded(version) + padded(variant)).uppercased())
    let groups = [digits[0..<8], digits[8..<12], digits[12..<16], digits[16..<20], digits[20..<32]]
    return MessageID(checked: groups.map { String($0) }.joined(separator: "-"))
  }

  /// The name of every message that only begins a session and carries nothing: the nil UUID.
  static let probe = MessageID(checked: "00000000-0000-0000-0000-000000000000")

  private init(checked text: String) { self.text = text }

  private static func padded(_ word: UInt64) -> String {
    let hex = String(word, radix: 16)
    return String(repeating: "0", count: 16 - hex.count) + hex
  }

  package var description: String { text }
}
