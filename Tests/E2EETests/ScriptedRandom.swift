import World

/// Chance that yields given bytes, and zeros behind them.
struct ScriptedRandom: RandomNumberGenerator {
  private var rest: [UInt64]

  /// Each part begins at a new draw, as a key or a nonce does.
  init(_ parts: [UInt8]...) {
    rest = parts.flatMap { part in
      stride(from: 0, to: part.count, by: 8).map { start in
        part[start..<min(start + 8, part.count)].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      }
    }
  }

  mutating func next() -> UInt64 { rest.isEmpty ? 0 : rest.removeFirst() }
}
