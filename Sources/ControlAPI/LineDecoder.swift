/// Cuts a byte stream into lines. It holds at most one unfinished line of bounded length, however the bytes come.
package struct LineDecoder: Sendable {
  private let limit: Int
  private var pending: [UInt8] = []

  /// Whether a line was longer than the bound. Nothing after it can be trusted to begin a line: no more lines come,
  /// and the caller ends the connection once it has dealt with those before.
  package private(set) var isOverlong = false

  package init(limit: Int = Settings.maximumLine) { self.limit = limit }

  /// The bytes of an unfinished line.
  package var pendingCount: Int { pending.count }

  /// Takes bytes and returns the lines that they complete, without their ends; empty lines are left out.
  package mutating func push(_ bytes: some Collection<UInt8>) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    var rest = bytes[...]
    while !isOverlong, let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      guard take(rest[..<end]) else { break }
      if pending.last == UInt8(ascii: "\r") { pending.removeLast() }
      if !pending.isEmpty { lines.append(pending) }
      pending.removeAll()
      rest = rest[rest.index(after: end)...]
    }
    if !isOverlong { _ = take(rest) }
    return lines
  }

  /// The last line of a stream that ended without a line end; nil when there is none.
  package mutating func finish() -> [UInt8]? {
    guard !isOverlong else { return nil }
    if pending.last == UInt8(ascii: "\r") { pending.removeLast() }
    defer { pending.removeAll() }
    return pending.isEmpty ? nil : pending
  }

  private mutating func take(_ bytes: some Collection<UInt8>) -> Bool {
    guard pending.count + bytes.count <= limit else {
      isOverlong = true
      pending.removeAll()
      return false
    }
    pending.append(contentsOf: bytes)
    return true
  }
}
