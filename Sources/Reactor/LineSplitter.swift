/// Cuts a stream of bytes into lines without their ends, each at most `limit` bytes: the rest of a longer line is
/// dropped. Bytes that are not UTF-8 are replaced.
struct LineSplitter {
  private let limit: Int
  private var line: [UInt8] = []

  init(limit: Int) { self.limit = limit }

  mutating func lines(adding bytes: some Sequence<UInt8>) -> [String] {
    var lines: [String] = []
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        lines.append(take())
      } else if line.count < limit {
        line.append(byte)
      }
    }
    return lines
  }

  /// What follows the last line end, if anything.
  mutating func rest() -> String? { line.isEmpty ? nil : take() }

  private mutating func take() -> String {
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    defer { line.removeAll(keepingCapacity: true) }
    return String(decoding: line, as: UTF8.self)
  }
}
