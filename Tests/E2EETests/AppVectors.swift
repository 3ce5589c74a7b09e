import Crypto
import TestWorld
import Wire
import World

@testable import E2EE

/// How the vectors of the application write what these tests need.
extension JSONValue {
  func secret(_ key: String) throws -> SecretBytes { SecretBytes(copying: try hex(key)) }

  func privateKey(_ key: String) throws -> X25519.PrivateKey {
    try X25519.PrivateKey(rawBytes: SecretBytes(copying: try hex(key)))
  }

  func ratchetMessage(_ key: String) throws -> RatchetMessage {
    try Payload.decode(RatchetMessage.self, from: text(key))
  }
}

extension DoubleRatchet {
  /// A state as the application stores it.
  init(appState text: [UInt8], at now: Timestamp) throws {
    let json = try JSONValue(parsing: text)
    func key(_ name: String) throws -> SecretBytes? {
      json[name].isNull ? nil : SecretBytes(copying: try json[name].base64("rawData"))
    }
    func need(_ name: String) throws -> SecretBytes { SecretBytes(copying: try json[name].base64("rawData")) }
    func skipped(_ numbers: JSONValue) throws -> [SkippedKey] {
      try (numbers.asObject ?? [:]).map { number, key in
        SkippedKey(
          number: UInt32(number) ?? 0, key: SecretBytes(copying: try key.base64("rawData")), storedAt: now)
      }.sorted { $0.number < $1.number }
    }
    let receivingHeaderKey = try key("receivingHeaderKey")
    var current: [SkippedKey] = []
    var retired: [RetiredChain] = []
    for (bucket, numbers) in try json.object("skippedKeyBundles") {
      let headerKey = SecretBytes(copying: try JSONValue.object(["k": .string(bucket)]).base64("k"))
      if headerKey == receivingHeaderKey {
        current = try skipped(numbers)
      } else {
        retired.append(RetiredChain(headerKey: headerKey, retiredAt: now, skipped: try skipped(numbers)))
      }
    }
    var sending: SendingChain?
    if let headerKey = try key("sendingHeaderKey") {
      sending = SendingChain(
        headerKey: headerKey, chainKey: try need("sendingChainKey"), count: UInt32(try json.int("sendMessageCount"))
      )
    }
    var receiving: ReceivingChain?
    if let receivingHeaderKey {
      receiving = ReceivingChain(
        headerKey: receivingHeaderKey, chainKey: try need("receivingChainKey"),
        count: UInt32(try json.int("receiveMessageCount")), skipped: current)
    }
    self.init(
      rootKey: try need("rootKey"),
      ratchetKey: try X25519.PrivateKey(
        rawBytes: SecretBytes(copying: try json.base64("sendingRatchetPrivateKey"))),
      sending: sending, receiving: receiving, nextSendingHeaderKey: try need("nextSendingHeaderKey"),
      nextReceivingHeaderKey: try need("nextReceivingHeaderKey"),
      previousChainLength: UInt32(try json.int("previousSendingChainLength")), retired: retired)
  }

  /// All skipped keys by header key and number.
  var skippedKeys: [SecretBytes: [UInt32: SecretBytes]] {
    var all: [SecretBytes: [UInt32: SecretBytes]] = [:]
    for chain in retired where !chain.skipped.isEmpty {
      all[chain.headerKey] = Dictionary(uniqueKeysWithValues: chain.skipped.map { ($0.number, $0.key) })
    }
    if let receiving, !receiving.skipped.isEmpty {
      all[receiving.headerKey] = Dictionary(uniqueKeysWithValues: receiving.skipped.map { ($0.number, $0.key) })
    }
    return all
  }

  /// Whether two states receive alike.
  func receivesLike(_ other: DoubleRatchet) -> Bool {
    receiving?.headerKey == other.receiving?.headerKey && receiving?.chainKey == other.receiving?.chainKey
      && receiving?.count == other.receiving?.count && nextReceivingHeaderKey == other.nextReceivingHeaderKey
      && rootKey == other.rootKey && ratchetKey.rawBytes == other.ratchetKey.rawBytes
      && skippedKeys == other.skippedKeys
  }

  /// Whether two states send alike.
  func sendsLike(_ other: DoubleRatchet) -> Bool {
    sending == other.sending && nextSendingHeaderKey == other.nextSendingHeaderKey
      && previousChainLength == other.previousChainLength
  }
}
