import Crypto
import World

/// The chain that this side sends on.
struct SendingChain: Sendable, Equatable {
  let headerKey: SecretBytes
  var chainKey: SecretBytes
  /// How many messages were sent on it.
  var count: UInt32
}

/// The chain that this side receives on.
struct ReceivingChain: Sendable, Equatable {
  let headerKey: SecretBytes
  var chainKey: SecretBytes
  /// The number of the first message whose key is still inside `chainKey`.
  var count: UInt32
  /// Keys of messages before `count` that have not come, by number, ascending.
  var skipped: [SkippedKey]

  /// Derives the keys up to message `number` and past it, without touching the chain.
  func advance(past number: UInt32, at now: Timestamp) -> (Advance, messageKey: SecretBytes) {
    var advance = skip(to: number, at: now)
    let messageKey = RatchetKeys.messageKey(advance.chainKey)
    advance.chainKey = RatchetKeys.nextChainKey(advance.chainKey)
    advance.count = number + 1
    return (advance, messageKey)
  }

  /// Derives the keys of the messages before `number`, without touching the chain.
  func skip(to number: UInt32, at now: Timestamp) -> Advance {
    var advance = Advance(chainKey: chainKey, count: count)
    while advance.count < number {
      let key = RatchetKeys.messageKey(advance.chainKey)
      advance.skipped.append(SkippedKey(number: advance.count, key: key, storedAt: now))
      advance.chainKey = RatchetKeys.nextChainKey(advance.chainKey)
      advance.count += 1
    }
    return advance
  }

  mutating func commit(_ advance: Advance) {
    chainKey = advance.chainKey
    count = advance.count
    if !advance.skipped.isEmpty { skipped += advance.skipped }
  }

  /// What a chain would become.
  struct Advance {
    var chainKey: SecretBytes
    var count: UInt32
    var skipped: [SkippedKey] = []
  }
}
