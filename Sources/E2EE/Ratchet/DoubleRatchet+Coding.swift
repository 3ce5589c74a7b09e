package import Crypto
import World

extension DoubleRatchet {
  private static let version: UInt8 = 1

  /// The whole state, keys included, for the store to seal.
  package func encoded() -> SecretBytes {
    var writer = SecretWriter(capacity: encodedCount)
    write(to: &writer)
    return writer.finish()
  }

  /// Reads what `encoded()` wrote.
  package init(decoding bytes: SecretBytes) throws(StateError) {
    var reader = SecretReader(bytes)
    try self.init(from: &reader)
    try reader.finish()
  }

  /// An upper bound of the encoded size.
  var encodedCount: Int { 256 + retired.count * 42 + skippedKeyCount * 44 }

  func write(to writer: inout SecretWriter) {
    writer.append(DoubleRatchet.version)
    writer.append(rootKey)
    writer.append(ratchetKey.rawBytes)
    writer.append(nextSendingHeaderKey)
    writer.append(nextReceivingHeaderKey)
    writer.append(previousChainLength)
    writer.append(headerForm.map { $0.rawValue + 1 } ?? 0)
    writer.append(flag: sending != nil)
    if let sending {
      writer.append(sending.headerKey)
      writer.append(sending.chainKey)
      writer.append(sending.count)
    }
    writer.append(flag: receiving != nil)
    if let receiving {
      writer.append(receiving.headerKey)
      writer.append(receiving.chainKey)
      writer.append(receiving.count)
      writer.append(receiving.skipped)
    }
    writer.append(UInt16(retired.count))
    for chain in retired {
      writer.append(chain.headerKey)
      writer.append(chain.retiredAt)
      writer.append(chain.skipped)
    }
  }

  init(from reader: inout SecretReader) throws(StateError) {
    try reader.version(DoubleRatchet.version)
    let rootKey = try reader.secret(32)
    let ratchetKey = try reader.privateKey()
    let nextSendingHeaderKey = try reader.secret(32)
    let nextReceivingHeaderKey = try reader.secret(32)
    let previousChainLength = try reader.counter()
    let headerForm = try reader.headerForm()
    let sending: SendingChain? =
      try reader.flag()
      ? SendingChain(
        headerKey: try reader.secret(32), chainKey: try reader.secret(32), count: try reader.counter()) : nil
    let receiving: ReceivingChain? =
      try reader.flag()
      ? ReceivingChain(
        headerKey: try reader.secret(32), chainKey: try reader.secret(32), count: try reader.counter(),
        skipped: try reader.skippedKeys()) : nil
    var retired: [RetiredChain] = []
    let limit = E2EESettings.maximumSkippedKeys + E2EESettings.emptyRetiredChains
    for _ in 0..<(try reader.count(limit: limit)) {
      retired.append(
        RetiredChain(
          headerKey: try reader.secret(32), retiredAt: try reader.timestamp(), skipped: try reader.skippedKeys()))
    }
    self.init(
      rootKey: rootKey, ratchetKey: ratchetKey, sending: sending, receiving: receiving,
      nextSendingHeaderKey: nextSendingHeaderKey, nextReceivingHeaderKey: nextReceivingHeaderKey,
      previousChainLength: previousChainLength, retired: retired, headerForm: headerForm)
    guard skippedKeyCount <= E2EESettings.maximumSkippedKeys else { throw .impossible("too many skipped keys") }
  }
}

extension SecretWriter {
  fileprivate mutating func append(_ keys: [SkippedKey]) {
    append(UInt16(keys.count))
    for key in keys {
      append(key.number)
      append(key.key)
      append(key.storedAt)
    }
  }
}

extension SecretReader {
  fileprivate mutating func counter() throws(StateError) -> UInt32 {
    let count = try integer(UInt32.self)
    guard count <= E2EESettings.maximumCounter else { throw .impossible("counter") }
    return count
  }

  fileprivate mutating func headerForm() throws(StateError) -> HeaderForm? {
    let value = try integer(UInt8.self)
    if value == 0 { return nil }
    guard let form = HeaderForm(rawValue: value - 1) else { throw .impossible("header form") }
    return form
  }

  /// Numbers ascend, as the search for them needs.
  fileprivate mutating func skippedKeys() throws(StateError) -> [SkippedKey] {
    var keys: [SkippedKey] = []
    for _ in 0..<(try count(limit: E2EESettings.maximumSkippedKeys)) {
      let key = SkippedKey(number: try integer(), key: try secret(32), storedAt: try timestamp())
      if let last = keys.last, last.number >= key.number { throw .impossible("order of skipped keys") }
      keys.append(key)
    }
    return keys
  }
}
