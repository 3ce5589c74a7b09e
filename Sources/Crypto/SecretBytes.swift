import CSodium

/// Secret bytes on the heap, in one place: zeroed when the last reference goes, compared in constant time, never
/// printed. Copies share the storage, so a key can be an array element without being multiplied in memory.
package final class SecretBytes: @unchecked Sendable {
  // Unchecked: the storage is written only in `init`, before anybody else can hold a reference.
  private let storage: UnsafeMutablePointer<UInt8>
  /// How many bytes there are.
  package let count: Int

  /// Takes over what `write` puts into `count` zeroed bytes; the pointer must not leave the closure.
  package init<Failure: Error>(
    count: Int, _ write: (UnsafeMutablePointer<UInt8>) throws(Failure) -> Void
  ) throws(Failure) {
    storage = .allocate(capacity: max(count, 1))
    storage.initialize(repeating: 0, count: max(count, 1))
    self.count = count
    try write(storage)
  }

  /// Copies the bytes. The source is the caller's to clean.
  package convenience init(copying bytes: some Collection<UInt8>) {
    self.init(count: bytes.count) { target in
      for (index, byte) in bytes.enumerated() { target[index] = byte }
    }
  }

  /// Copies the bytes and zeroes the array they came in.
  package convenience init(consuming bytes: inout [UInt8]) {
    self.init(copying: bytes)
    bytes.withUnsafeMutableBytes { wipe($0) }
    bytes = []
  }

  deinit {
    sodium_memzero(storage, count)
    storage.deallocate()
  }

  /// Random bytes from the system's generator.
  package static func random(_ count: Int) -> SecretBytes {
    var chance = SystemRandom()
    return random(count, using: &chance)
  }

  /// Random bytes from the given generator.
  package static func random(_ count: Int, using chance: inout some RandomNumberGenerator) -> SecretBytes {
    SecretBytes(count: count) { target in
      var word: UInt64 = 0
      for index in 0..<count {
        if index % 8 == 0 { word = chance.next() }
        target[index] = UInt8(truncatingIfNeeded: word)
        word >>= 8
      }
      withUnsafeMutableBytes(of: &word) { wipe($0) }
    }
  }

  /// Lends the `count` bytes for the length of `body`; the pointer must not leave it.
  package func withUnsafePointer<Result, Failure: Error>(
    _ body: (UnsafePointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafePointer(storage))
  }

  /// A plain copy, for the few places that must write the secret out (sealing it at rest, tor's key blob). The copy
  /// is not zeroed by anybody: keep it short-lived.
  package var exposed: [UInt8] { Array(UnsafeBufferPointer(start: storage, count: count)) }

  /// The bytes of `range` as a secret of their own; `range` must lie inside.
  package subscript(_ range: Range<Int>) -> SecretBytes {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "range outside the secret")
    return SecretBytes(count: range.count) { target in
      target.update(from: storage + range.lowerBound, count: range.count)
    }
  }

  /// The secrets one behind the other.
  package static func joined(_ parts: [SecretBytes]) -> SecretBytes {
    SecretBytes(count: parts.reduce(0) { $0 + $1.count }) { target in
      var at = 0
      for part in parts {
        (target + at).update(from: part.storage, count: part.count)
        at += part.count
      }
    }
  }
}

extension SecretBytes: Hashable {
  /// In constant time for equal lengths.
  package static func == (a: SecretBytes, b: SecretBytes) -> Bool {
    a.count == b.count && sodium_memcmp(a.storage, b.storage, a.count) == 0
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(bytes: UnsafeRawBufferPointer(start: storage, count: count))
  }
}

extension SecretBytes: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  package var description: String { "‹\(count) secret bytes›" }
  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// Whether two byte strings are equal, in time that depends only on their lengths.
package func constantTimeEquals(_ a: [UInt8], _ b: [UInt8]) -> Bool {
  a.count == b.count && sodium_memcmp(a, b, a.count) == 0
}

/// Zeroes memory in a way that the optimiser cannot leave out.
package func wipe(_ memory: UnsafeMutableRawBufferPointer) {
  if let start = memory.baseAddress { sodium_memzero(start, memory.count) }
}
