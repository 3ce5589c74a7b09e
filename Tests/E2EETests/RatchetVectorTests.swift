import Crypto
import TestWorld
import Testing
import Wire
import World

@testable import E2EE

@Suite struct RatchetVectorTests {
  private let now = Timestamp(milliseconds: 1_776_000_000_000)

  // MARK: Derivations

  @Test(.enabled(if: Vectors.has("app/ratchet_kdf.json")))
  func derivesTheKeysOfTheVectors() throws {
    for step in try Vectors.json("app/ratchet_kdf.json").array("steps") {
      let secret = try step.privateKey("private").sharedSecret(with: step.hex("remotePublic"))
      #expect(secret.exposed == (try step.hex("dh")))
      let keys = RatchetKeys.rootStep(rootKey: try step.secret("rootKey"), sharedSecret: secret)
      #expect(keys.rootKey.exposed == (try step.hex("newRootKey")))
      #expect(keys.chainKey.exposed == (try step.hex("chainKey")))
      #expect(keys.nextHeaderKey.exposed == (try step.hex("headerKey")))
      #expect(RatchetKeys.messageKey(keys.chainKey).exposed == (try step.hex("messageKey")))
      #expect(RatchetKeys.nextChainKey(keys.chainKey).exposed == (try step.hex("nextChainKey")))
    }
  }

  // MARK: Conversations

  @Test(.enabled(if: Vectors.has("app/ratchet_conversations.json")), arguments: 0..<8)
  func playsTheConversation(_ index: Int) throws {
    let conversation = try Vectors.json("app/ratchet_conversations.json").array("conversations")[index]
    try play(conversation, sends: true)
  }

  @Test(.enabled(if: Vectors.has("app/ratchet_limits.json")), arguments: 0..<4)
  func playsTheConversationAtTheLimits(_ index: Int) throws {
    // Most messages were left out of these, so only what is received can be followed.
    let conversation = try Vectors.json("app/ratchet_limits.json").array("conversations")[index]
    try play(conversation, sends: false)
  }

  private func play(_ conversation: JSONValue, sends: Bool) throws {
    let secret = try conversation.secret("sharedSecret")
    let bobKey = try conversation.privateKey("bobInitialRatchetPrivate")
    var first = ScriptedRandom(try conversation.hex("aliceInitialRatchetPrivate"))
    var parties = [
      try DoubleRatchet.initiator(sharedSecret: secret, signedPreKey: bobKey.publicKey, using: &first),
      DoubleRatchet.responder(sharedSecret: secret, signedPreKey: bobKey),
    ]
    let names = ["alice", "bob"]
    try expect(parties[0], sends: true, is: conversation.text("aliceInitialState"))
    try expect(parties[1], sends: true, is: conversation.text("bobInitialState"))
    let data = try conversation.hex("associatedData")
    let isBare = try conversation.string("headerAAD").isEmpty

    var messages: [Int: JSONValue] = [:]
    for event in try conversation.array("events") {
      switch try event.string("op") {
      case "send":
        messages[try event.int("id")] = event
        let sender = try #require(names.firstIndex(of: event.string("from")))
        if sends { try send(event, data, isBare, by: &parties[sender]) }
      case "recv":
        let sent = try #require(messages[try event.int("id")])
        let receiver = try #require(names.firstIndex(of: event.string("to")))
        try receive(event, sent, data, by: &parties[receiver])
      case "checkpoint":
        try expect(parties[0], sends: sends, is: event.text("alice"))
        try expect(parties[1], sends: sends, is: event.text("bob"))
      default: #expect(try event.string("op") == "lost")
      }
    }
  }

  private func expect(_ ratchet: DoubleRatchet, sends: Bool, is text: [UInt8]) throws {
    let expected = try DoubleRatchet(appState: text, at: now)
    #expect(ratchet.receivesLike(expected))
    if sends { #expect(ratchet.sendsLike(expected)) }
  }

  /// Header text and so its tag differ, since keys of JSON have no order; what is inside does not.
  private func send(
    _ event: JSONValue, _ data: [UInt8], _ isBare: Bool, by ratchet: inout DoubleRatchet
  ) throws {
    let expected = try event.ratchetMessage("message")
    let chain = try #require(ratchet.sending)
    let form: HeaderForm = isBare ? .bare : .labelled
    let text = try ChaCha20Poly1305.open(
      expected.encryptedHeader.bytes, key: chain.headerKey, authenticating: form.associatedData)
    let header = try #require(RatchetHeader(text: text))
    #expect(header.senderRatchetKey.bytes == ratchet.ratchetKey.publicKey)
    #expect(header.messageNumber == chain.count)
    #expect(header.previousChainLength == ratchet.previousChainLength)

    var chance = ScriptedRandom(try event.hex("headerNonce"), try event.hex("bodyNonce"))
    let message = try ratchet.encrypt(try event.base64("plaintextB64"), associatedData: data, using: &chance)
    #expect(message.ciphertext.bytes.dropLast(16) == expected.ciphertext.bytes.dropLast(16))
    #expect(message.encryptedHeader.bytes.count == expected.encryptedHeader.bytes.count || text.contains(0x5C))
  }

  private func receive(
    _ event: JSONValue, _ sent: JSONValue, _ data: [UInt8], by ratchet: inout DoubleRatchet
  ) throws {
    var chance = ScriptedRandom(event["newRatchetPrivate"].isNull ? [] : try event.hex("newRatchetPrivate"))
    let message = try sent.ratchetMessage("message")
    let plaintext = try ratchet.decrypt(message, associatedData: data, at: now, using: &chance)
    #expect(plaintext == (try sent.base64("plaintextB64")))
    // What came once does not come twice, and leaves no trace.
    let before = ratchet.encoded()
    #expect(throws: RatchetError.self) {
      try ratchet.decrypt(message, associatedData: data, at: now, using: &chance)
    }
    #expect(ratchet.encoded() == before)
  }

  // MARK: Refusals

  @Test(
    .enabled(if: Vectors.has("app/ratchet_limits.json")),
    arguments: ["app/ratchet_conversations.json", "app/ratchet_limits.json"])
  func refusesTheNegatives(_ file: String) throws {
    var chance = SeededRandom(seed: 1)
    for conversation in try Vectors.json(file).array("conversations") {
      for negative in try conversation.array("negatives") {
        let name = try "\(conversation.string("name")): \(negative.string("name"))"
        var ratchet = try DoubleRatchet(appState: negative.text("state"), at: now)
        let before = ratchet.encoded()
        let message = try negative.ratchetMessage("message")
        do {
          _ = try ratchet.decrypt(
            message, associatedData: negative.hex("associatedData"), at: now, using: &chance)
          Issue.record("opened: \(name)")
        } catch let error as RatchetError {
          let isAhead = try negative.string("result") == "tooManySkippedMessages"
          #expect((error == .tooManySkipped) == isAhead, "\(name)")
          if try negative.string("name").hasPrefix("replay") { #expect(error == .duplicate, "\(name)") }
        }
        #expect(ratchet.encoded() == before, "\(name)")
      }
    }
  }
}
