import CSodium

/// The system's cryptographic generator, through libsodium.
package struct SystemRandom: RandomNumberGenerator, Sendable {
  package init() { Sodium.start() }

  package mutating func next() -> UInt64 {
    var word: UInt64 = 0
    randombytes_buf(&word, 8)
    return word
  }
}
