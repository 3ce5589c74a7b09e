import Synchronization

/// Changes a stream line by line, however it comes cut.
final class LineChanger: Sendable {
  private let unfinished = Mutex<[UInt8]>([])
  private let change: @Sendable (String) -> String

  /// `change` gets each line without its CRLF.
  init(_ change: @escaping @Sendable (String) -> String) { self.change = change }

  /// The changed lines that these bytes complete.
  func push(_ bytes: [UInt8]) -> [UInt8] {
    unfinished.withLock { unfinished in
      unfinished += bytes
      var changed: [UInt8] = []
      while let end = unfinished.firstIndex(of: UInt8(ascii: "\n")) {
        var line = unfinished[..<end]
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        changed += change(String(decoding: line, as: UTF8.self)).utf8
        changed += [UInt8(ascii: "\r"), UInt8(ascii: "\n")]
        unfinished.removeFirst(end + 1)
      }
      return changed
    }
  }
}
