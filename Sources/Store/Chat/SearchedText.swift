/// Where the words of a message stand in its cell: all that a search needs of it, found without reading the rest. The
/// fields are those that `NodeStore` writes for a message.
struct SearchedText {
  private(set) var body = 0..<0
  /// Empty when the message has no file, or one without a name.
  private(set) var fileName = 0..<0
  private var at = 0
  private var isBroken = false

  /// Nil when a field is not what it must be.
  init?(in cell: Span<UInt8>) {
    guard byte(cell) == CellWriter.format else { return nil }
    // Peer, ID, and when it was sent and received.
    _ = string(cell)
    _ = string(cell)
    skip(8, cell)
    if byte(cell) != 0 { skip(8, cell) }
    body = string(cell)
    // Cells of the first version end here.
    if at < cell.count { findFile(cell) }
    guard !isBroken else { return nil }
  }

  private mutating func findFile(_ cell: Span<UInt8>) {
    // The number of the message before, what it answers, and when it was edited.
    skip(8, cell)
    if byte(cell) != 0 { _ = string(cell) }
    if byte(cell) != 0 { skip(8, cell) }
    var reactions = number(8, cell)
    while reactions > 0, !isBroken {
      reactions -= 1
      _ = string(cell)
      if byte(cell) != 0 { _ = string(cell) }
      skip(8, cell)
    }
    // Cells of the second version end here.
    guard !isBroken, at < cell.count, byte(cell) != 0 else { return }
    // Its kind stands before its name.
    _ = string(cell)
    if byte(cell) != 0 { fileName = string(cell) }
  }

  private mutating func skip(_ count: Int, _ cell: Span<UInt8>) {
    guard count <= cell.count - at else {
      isBroken = true
      return
    }
    at += count
  }

  private mutating func byte(_ cell: Span<UInt8>) -> UInt8 { UInt8(truncatingIfNeeded: number(1, cell)) }

  private mutating func string(_ cell: Span<UInt8>) -> Range<Int> {
    let count = Int(number(4, cell))
    skip(count, cell)
    return isBroken ? 0..<0 : at - count..<at
  }

  /// A big-endian number; 0 when it is not there.
  private mutating func number(_ width: Int, _ cell: Span<UInt8>) -> UInt64 {
    skip(width, cell)
    guard !isBroken else { return 0 }
    var value: UInt64 = 0
    for index in at - width..<at { value = value << 8 | UInt64(cell[index]) }
    return value
  }
}
