import Crypto
import TestWorld
import Testing
import Wire
import World

@testable import E2EE

@Suite struct DoubleRatchetTests {
  private let now = Timestamp(milliseconds: 1_780_000_000_000)
  private let data = Array("associated".utf8)

  private struct Pair {
    var alice: DoubleRatchet
    var bob: DoubleRatchet
    var chance: SeededRandom
  }

  private func pair(_ seed: UInt64 = 1) throws -> Pair {
    var chance = SeededRandom(seed: seed)
    let secret = SecretBytes.random(32, using: &chance)
    let signed = X25519.PrivateKey.generate(using: &chance)
    return Pair(
      alice: try .initiator(sharedSecret: secret, signedPreKey: signed.publicKey, using: &chance),
      bob: .responder(sharedSecret: secret, signedPreKey: signed), chance: chance)
  }

  private func text(_ number: Int) -> [UInt8] { Array("message \(number)".utf8) }

  private func send(
    _ number: Int, by ratchet: inout DoubleRatchet, _ chance: inout SeededRandom
  ) throws -> RatchetMessage {
    try ratchet.encrypt(text(number), associatedData: data, using: &chance)
  }

  @Test func theResponderCannotSendFirst() throws {
    var pair = try pair()
    #expect(throws: RatchetError.cannotSendYet) { try send(0, by: &pair.bob, &pair.chance) }
  }

  @Test func opensInAnyOrderAcrossTurns() throws {
    var pair = try pair()
    var held: [(Int, RatchetMessage)] = []
    for turn in 0..<6 {
      for step in 0..<4 {
        let message = try send(turn * 4 + step, by: &pair.alice, &pair.chance)
        // The last of each turn arrives at once and carries the turn; the others wait.
        if step == 3 {
          let plaintext = try pair.bob.decrypt(message, associatedData: data, at: now, using: &pair.chance)
          #expect(plaintext == text(turn * 4 + step))
        } else {
          held.append((turn * 4 + step, message))
        }
      }
      let answer = try send(turn, by: &pair.bob, &pair.chance)
      #expect(try pair.alice.decrypt(answer, associatedData: data, at: now, using: &pair.chance) == text(turn))
    }
    #expect(pair.bob.skippedKeyCount == 18)
    held.shuffle(using: &pair.chance)
    for (number, message) in held {
      #expect(
        try pair.bob.decrypt(message, associatedData: data, at: now, using: &pair.chance) == text(number))
      let before = pair.bob.encoded()
      #expect(throws: RatchetError.duplicate) {
        try pair.bob.decrypt(message, associatedData: data, at: now, using: &pair.chance)
      }
      #expect(pair.bob.encoded() == before)
    }
    #expect(pair.bob.skippedKeyCount == 0)
  }

  @Test func everyChangedByteIsNoticedAndLeavesNoTrace() throws {
    var pair = try pair()
    let first = try send(0, by: &pair.alice, &pair.chance)
    _ = try pair.bob.decrypt(first, associatedData: data, at: now, using: &pair.chance)
    let answer = try send(1, by: &pair.bob, &pair.chance)
    _ = try pair.alice.decrypt(answer, associatedData: data, at: now, using: &pair.chance)
    let inOrder = try send(2, by: &pair.bob, &pair.chance)
    let turned = try send(3, by: &pair.alice, &pair.chance)
    for index in 0..<3 {
      switch index {
      case 0: try expectEveryChangeRefused(inOrder, by: pair.alice, &pair.chance)
      case 1: try expectEveryChangeRefused(turned, by: pair.bob, &pair.chance)
      default:
        let skipped = try send(4, by: &pair.bob, &pair.chance)
        let later = try send(5, by: &pair.bob, &pair.chance)
        _ = try pair.alice.decrypt(later, associatedData: data, at: now, using: &pair.chance)
        try expectEveryChangeRefused(skipped, by: pair.alice, &pair.chance)
      }
    }
  }

  private func expectEveryChangeRefused(
    _ message: RatchetMessage, by ratchet: DoubleRatchet, _ chance: inout SeededRandom
  ) throws {
    var changed: [RatchetMessage] = []
    for index in message.encryptedHeader.bytes.indices {
      var copy = message
      copy.encryptedHeader.bytes[index] ^= 1 << UInt8(index % 8)
      changed.append(copy)
    }
    for index in message.ciphertext.bytes.indices {
      var copy = message
      copy.ciphertext.bytes[index] ^= 1 << UInt8(index % 8)
      changed.append(copy)
    }
    for count in 0..<message.ciphertext.bytes.count {
      changed.append(
        RatchetMessage(
          encryptedHeader: message.encryptedHeader,
          ciphertext: Base64Data(Array(message.ciphertext.bytes[..<count]))))
    }
    for count in 0..<message.encryptedHeader.bytes.count {
      changed.append(
        RatchetMessage(
          encryptedHeader: Base64Data(Array(message.encryptedHeader.bytes[..<count])),
          ciphertext: message.ciphertext))
    }
    var ratchet = ratchet
    let before = ratchet.encoded()
    for copy in changed {
      #expect(throws: RatchetError.authenticationFailed) {
        try ratchet.decrypt(copy, associatedData: data, at: now, using: &chance)
      }
    }
    #expect(throws: RatchetError.authenticationFailed) {
      try ratchet.decrypt(message, associatedData: data + [0], at: now, using: &chance)
    }
    #expect(ratchet.encoded() == before)
    _ = try ratchet.decrypt(message, associatedData: data, at: now, using: &chance)
  }

  @Test func bodiesCannotBeExchanged() throws {
    var pair = try pair()
    let first = try send(0, by: &pair.alice, &pair.chance)
    let second = try send(1, by: &pair.alice, &pair.chance)
    let mixed = RatchetMessage(encryptedHeader: first.encryptedHeader, ciphertext: second.ciphertext)
    #expect(throws: RatchetError.authenticationFailed) {
      try pair.bob.decrypt(mixed, associatedData: data, at: now, using: &pair.chance)
    }
  }

  // MARK: Headers of a broken peer

  private func forged(
    _ header: String, key: SecretBytes, messageKey: SecretBytes, _ chance: inout SeededRandom
  ) -> RatchetMessage {
    let box = ChaCha20Poly1305.seal(
      Array(header.utf8), key: key, nonce: chance.bytes(12), authenticating: HeaderForm.labelled.associatedData)
    let body = ChaCha20Poly1305.seal(
      [1], key: messageKey, nonce: chance.bytes(12), authenticating: data + box)
    return RatchetMessage(encryptedHeader: Base64Data(box), ciphertext: Base64Data(body))
  }

  private static let someKey = "CQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="

  @Test(arguments: [
    ("", RatchetError.malformedHeader),
    ("{}", .malformedHeader),
    (#"{"senderRatchetKey":"AAAA","previousChainLength":0,"messageNumber":0}"#, .malformedHeader),
    (#"{"senderRatchetKey":"\#(someKey)","previousChainLength":-1,"messageNumber":0}"#, .malformedHeader),
    (#"{"senderRatchetKey":"\#(someKey)","previousChainLength":0,"messageNumber":4294967296}"#, .malformedHeader),
    (#"{"senderRatchetKey":"\#(someKey)","previousChainLength":0,"messageNumber":4294967295}"#, .tooManySkipped),
    (#"{"senderRatchetKey":"\#(someKey)","previousChainLength":4294967295,"messageNumber":0}"#, .tooManySkipped),
    (#"{"senderRatchetKey":"\#(someKey)","previousChainLength":500,"messageNumber":502}"#, .tooManySkipped),
    // The point zero: low order.
    (
      #"{"senderRatchetKey":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=","previousChainLength":0,"messageNumber":0}"#,
      .malformedHeader
    ),
  ])
  func refusesTheHeader(_ header: String, _ expected: RatchetError) throws {
    var pair = try pair()
    let first = try send(0, by: &pair.alice, &pair.chance)
    _ = try pair.bob.decrypt(first, associatedData: data, at: now, using: &pair.chance)
    let before = pair.bob.encoded()
    let message = forged(
      header, key: pair.bob.nextReceivingHeaderKey, messageKey: pair.bob.rootKey, &pair.chance)
    #expect(throws: expected) {
      try pair.bob.decrypt(message, associatedData: data, at: now, using: &pair.chance)
    }
    #expect(pair.bob.encoded() == before)
  }

  @Test func readsHeadersInAnySpelling() throws {
    let key = (0..<32).map { UInt8($0 &* 8 &+ 3) }
    let own = RatchetHeader(senderRatchetKey: Base64Data(key), previousChainLength: 7, messageNumber: .max)
    #expect(RatchetHeader(text: own.text) == own)
    #expect(try Payload.decode(RatchetHeader.self, from: own.text) == own)
    #expect(RatchetHeader(text: Payload.encode(own)) == own)
    let spaced = String(decoding: own.text, as: UTF8.self).replacing(",", with: " , ").replacing("/", with: "\\/")
    #expect(RatchetHeader(text: Array(spaced.utf8)) == own)
    for text in [#""previousChainLength":07"#, #""previousChainLength":+7"#, #""previousChainLength":"7""#] {
      let bad = String(decoding: own.text, as: UTF8.self).replacing(#""previousChainLength":7"#, with: text)
      #expect(RatchetHeader(text: Array(bad.utf8)) == nil)
    }
    var chance = SeededRandom(seed: 5)
    for _ in 0..<1000 {
      let header = RatchetHeader(
        senderRatchetKey: Base64Data(chance.bytes(32)),
        previousChainLength: .random(in: 0...(.max), using: &chance),
        messageNumber: .random(in: 0...1000, using: &chance))
      #expect(RatchetHeader(text: header.text) == header)
    }
  }

  // MARK: Limits

  @Test func stopsSendingBeforeTheCounterEnds() throws {
    var pair = try pair()
    pair.alice.sending?.count = E2EESettings.maximumCounter - 1
    _ = try send(0, by: &pair.alice, &pair.chance)
    #expect(throws: RatchetError.counterExhausted) { try send(1, by: &pair.alice, &pair.chance) }
  }

  @Test func stopsReceivingBeforeTheCounterEnds() throws {
    var pair = try pair()
    let first = try send(0, by: &pair.alice, &pair.chance)
    _ = try pair.bob.decrypt(first, associatedData: data, at: now, using: &pair.chance)
    pair.bob.receiving?.count = E2EESettings.maximumCounter - 1
    let chain = try #require(pair.bob.receiving)
    let header = { (number: UInt32) in
      #"{"senderRatchetKey":"\#(Self.someKey)","previousChainLength":0,"messageNumber":\#(number)}"#
    }
    let last = forged(
      header(E2EESettings.maximumCounter), key: chain.headerKey, messageKey: chain.chainKey, &pair.chance)
    #expect(throws: RatchetError.counterExhausted) {
      try pair.bob.decrypt(last, associatedData: data, at: now, using: &pair.chance)
    }
    let before = forged(
      header(E2EESettings.maximumCounter - 1), key: chain.headerKey,
      messageKey: RatchetKeys.messageKey(chain.chainKey), &pair.chance)
    #expect(try pair.bob.decrypt(before, associatedData: data, at: now, using: &pair.chance) == [1])
  }

  @Test func forgetsSkippedKeysAfterAWeek() throws {
    var pair = try pair()
    let first = try send(0, by: &pair.alice, &pair.chance)
    let second = try send(1, by: &pair.alice, &pair.chance)
    let third = try send(2, by: &pair.alice, &pair.chance)
    _ = try pair.bob.decrypt(third, associatedData: data, at: now, using: &pair.chance)
    let almost = now + .seconds(7 * 86_400 - 1)
    #expect(try pair.bob.decrypt(first, associatedData: data, at: almost, using: &pair.chance) == text(0))
    #expect(pair.bob.skippedKeyCount == 1)
    pair.bob.expireSkippedKeys(at: now + .seconds(7 * 86_400))
    #expect(pair.bob.skippedKeyCount == 0)
    #expect(throws: RatchetError.duplicate) {
      try pair.bob.decrypt(second, associatedData: data, at: almost, using: &pair.chance)
    }
  }

  @Test func knowsDuplicatesOfChainsLeftBehind() throws {
    var pair = try pair()
    var old: [RatchetMessage] = []
    for turn in 0..<12 {
      let message = try send(turn, by: &pair.alice, &pair.chance)
      old.append(message)
      _ = try pair.bob.decrypt(message, associatedData: data, at: now, using: &pair.chance)
      let answer = try send(turn, by: &pair.bob, &pair.chance)
      _ = try pair.alice.decrypt(answer, associatedData: data, at: now, using: &pair.chance)
    }
    #expect(pair.bob.retired.count == E2EESettings.emptyRetiredChains)
    for message in old.suffix(E2EESettings.emptyRetiredChains + 1) {
      #expect(throws: RatchetError.duplicate) {
        try pair.bob.decrypt(message, associatedData: data, at: now, using: &pair.chance)
      }
    }
    #expect(throws: RatchetError.authenticationFailed) {
      try pair.bob.decrypt(old[0], associatedData: data, at: now, using: &pair.chance)
    }
  }

  // MARK: At rest

  @Test func survivesTheStoreAtEveryStep() throws {
    var pair = try pair()
    for turn in 0..<4 {
      let lost = try send(turn, by: &pair.alice, &pair.chance)
      let message = try send(turn, by: &pair.alice, &pair.chance)
      pair.alice = try DoubleRatchet(decoding: pair.alice.encoded())
      _ = try pair.bob.decrypt(message, associatedData: data, at: now, using: &pair.chance)
      pair.bob = try DoubleRatchet(decoding: pair.bob.encoded())
      let answer = try send(turn, by: &pair.bob, &pair.chance)
      pair.bob = try DoubleRatchet(decoding: pair.bob.encoded())
      _ = try pair.alice.decrypt(answer, associatedData: data, at: now, using: &pair.chance)
      #expect(try pair.bob.decrypt(lost, associatedData: data, at: now, using: &pair.chance) == text(turn))
    }
  }

  @Test func refusesDamagedStates() throws {
    var pair = try pair()
    for bytes in [pair.alice.encoded(), pair.bob.encoded()] {
      expectRefusals(bytes) { bytes throws(StateError) in _ = try DoubleRatchet(decoding: bytes) }
    }
    for turn in 0..<3 {
      _ = try send(turn, by: &pair.alice, &pair.chance)
      let message = try send(turn, by: &pair.alice, &pair.chance)
      _ = try pair.bob.decrypt(message, associatedData: data, at: now, using: &pair.chance)
      let answer = try send(turn, by: &pair.bob, &pair.chance)
      _ = try pair.alice.decrypt(answer, associatedData: data, at: now, using: &pair.chance)
    }
    expectRefusals(pair.bob.encoded()) { bytes throws(StateError) in _ = try DoubleRatchet(decoding: bytes) }
    // Whatever a byte becomes, the state is read or refused, and what is read is written back as it was.
    let whole = pair.bob.encoded().exposed
    for index in whole.indices {
      for value: UInt8 in [0, 1, 0x7F, 0xFF] {
        var changed = whole
        changed[index] = value
        if let read = try? DoubleRatchet(decoding: SecretBytes(copying: changed)) {
          #expect(read.encoded().exposed == changed)
        }
      }
    }
  }

  @Test func refusesStatesBeyondTheLimits() throws {
    let pair = try pair()
    var bob = pair.bob
    let keys = (0...UInt32(E2EESettings.maximumSkippedKeys)).map {
      SkippedKey(number: $0, key: bob.rootKey, storedAt: now)
    }
    bob.receiving = ReceivingChain(headerKey: bob.rootKey, chainKey: bob.rootKey, count: 2000, skipped: keys)
    #expect(throws: StateError.self) { try DoubleRatchet(decoding: bob.encoded()) }
    bob.receiving?.skipped.removeLast()
    #expect(try DoubleRatchet(decoding: bob.encoded()).skippedKeyCount == E2EESettings.maximumSkippedKeys)
    bob.retired = [RetiredChain(headerKey: bob.rootKey, retiredAt: now, skipped: [keys[0]])]
    #expect(throws: StateError.impossible("too many skipped keys")) { try DoubleRatchet(decoding: bob.encoded()) }
    bob.retired = []
    bob.receiving?.skipped = keys.prefix(2).reversed()
    #expect(throws: StateError.impossible("order of skipped keys")) { try DoubleRatchet(decoding: bob.encoded()) }
    bob.receiving?.skipped = []
    bob.receiving?.count = .max
    #expect(throws: StateError.impossible("counter")) { try DoubleRatchet(decoding: bob.encoded()) }
  }
}
