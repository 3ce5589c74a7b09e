import Crypto
import World

/// The key of a message that has not come yet, while later ones have.
struct SkippedKey: Sendable, Equatable {
  let number: UInt32
  let key: SecretBytes
  /// When it was set aside; after `E2EESettings.skippedKeyLifetime` it goes.
  let storedAt: Timestamp
}

/// A receiving chain that the peer has left behind: what is still to come of it.
struct RetiredChain: Sendable, Equatable {
  let headerKey: SecretBytes
  let retiredAt: Timestamp
  /// By number, ascending.
  var skipped: [SkippedKey]
}

extension [SkippedKey] {
  /// The place of a message's key, by bisection: numbers ascend.
  func place(of number: UInt32) -> Int? {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle].number < number { low = middle + 1 } else { high = middle }
    }
    return low < count && self[low].number == number ? low : nil
  }
}
