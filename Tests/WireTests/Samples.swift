import Wire
import World

/// Random values of everything that crosses the wire, from a seed.
struct Samples {
  var random: SeededRandom
  /// Which optional fields are there: by chance, all, or none.
  enum Optionals { case mixed, all, none }
  let optionals: Optionals

  /// Set when values are counted instead of drawn.
  private(set) var counter: Int?

  init(seed: UInt64, optionals: Optionals = .mixed) {
    random = SeededRandom(seed: seed)
    self.optionals = optionals
  }

  /// Every value a number of its own, counted up, so that no two fields can be taken for each other.
  static var counted: Samples {
    var samples = Samples(seed: 0, optionals: .all)
    samples.counter = 0
    return samples
  }

  mutating func text() -> String {
    if let number = count() { return "text \(number)" }
    let words = ["", "a", "héllo", "👩‍👧", "line\nbreak", "tab\t", "quote\"back\\slash/", "\u{1}\u{7F}\u{2028}", "0"]
    return words[integer() % words.count] + words[integer() % words.count]
  }
  mutating func data() -> Base64Data {
    if let number = count() { return Base64Data(Array("data \(number)".utf8)) }
    return Base64Data(random.bytes(integer() % 40))
  }
  mutating func date() -> WireDate {
    if let number = count() { return WireDate(secondsSinceReference: Double(number)) }
    return flag()
      ? WireDate(secondsSinceReference: Double(Int.random(in: 0...900_000_000, using: &random)))
      : WireDate(secondsSinceReference: Double.random(in: -1e9...1e9, using: &random))
  }
  mutating func double() -> Double {
    count().map { Double($0) + 0.5 } ?? Double.random(in: 0...1000, using: &random)
  }
  mutating func integer() -> Int { count() ?? Int.random(in: 0...1_000_000, using: &random) }
  mutating func signed() -> Int64 { count().map(Int64.init) ?? Int64.random(in: 0...Int64.max, using: &random) }
  mutating func small() -> UInt8 {
    count().map(UInt8.init(truncatingIfNeeded:)) ?? UInt8.random(in: 0...UInt8.max, using: &random)
  }
  mutating func port() -> UInt16 {
    count().map(UInt16.init(truncatingIfNeeded:)) ?? UInt16.random(in: 0...UInt16.max, using: &random)
  }
  mutating func word() -> UInt32 {
    count().map(UInt32.init(truncatingIfNeeded:)) ?? UInt32.random(in: 0...UInt32.max, using: &random)
  }
  mutating func wide() -> UInt64 {
    count().map(UInt64.init(truncatingIfNeeded:)) ?? UInt64.random(in: 0...UInt64.max, using: &random)
  }
  mutating func flag() -> Bool { counter == nil ? Bool.random(using: &random) : true }

  private mutating func count() -> Int? {
    counter? += 1
    return counter
  }

  mutating func list<T>(_ element: (inout Samples) -> T) -> [T] {
    (0..<(counter == nil ? integer() % 4 : 2)).map { _ in element(&self) }
  }
  mutating func one<T: CaseIterable>(of type: T.Type) -> T {
    let value = counter == nil ? type.allCases.randomElement(using: &random) : type.allCases.first
    guard let value else { preconditionFailure("no cases") }
    return value
  }
  mutating func maybe<T>(_ value: (inout Samples) -> T) -> T? {
    switch optionals {
    case .mixed: flag() ? value(&self) : nil
    case .all: value(&self)
    case .none: nil
    }
  }
  mutating func envelope() -> UnverifiedMessage {
    UnverifiedMessage(
      WireMessage(
        type: one(of: MessageType.self), payload: data().bytes, senderID: text(), timestamp: date(),
        signature: data().bytes))
  }

  /// The payload of a type, and the struct inside its ratchet message where there is one.
  mutating func payloads(of type: MessageType) -> [any WireValue] {
    switch type {
    case .hello: [helloMessage()]
    case .initiateSession: [initiateSessionMessage(), messageContent()]
    case .message: [chatMessagePayload(), messageContent(), ratchetHeader()]
    case .ack: [ackMessage()]
    case .relay: [relayEnvelope()]
    case .typing: [typingMessage()]
    case .sealed: [sealedMessage()]
    case .readReceipt: [chatMessagePayload(), readReceiptMessage()]
    case .reaction: [chatMessagePayload(), reactionMessage()]
    case .groupMessage: [groupWireMessage()]
    case .groupReaction: [groupReactionMessage()]
    case .groupMemberLeft: [groupMemberLeftMessage()]
    case .groupDeleted: [groupDeletedMessage()]
    case .groupReadReceipt: [groupReadReceiptMessage()]
    case .storeAndForward: [storeAndForwardRequest()]
    case .storeAndForwardDelivery: [storeAndForwardDelivery()]
    case .channelAnnouncement: [channelAnnouncement()]
    case .deadDrop: [deadDropEnvelope()]
    case .editMessage: [chatMessagePayload(), editMessagePayload()]
    case .groupEditMessage: [groupEditMessagePayload()]
    case .senderKeyRequest: [senderKeyRequestMessage()]
    case .mlsWelcome: [chatMessagePayload(), mlsWelcomeMessage()]
    case .mlsCommit: [mlsCommitMessage()]
    case .mlsMessage: [mlsApplicationMessage()]
    case .mlsCommitRequest: [chatMessagePayload(), mlsCommitRequestMessage()]
    case .mlsReaction: [mlsReactionMessage()]
    case .mlsCoordinatorHandoff: [chatMessagePayload(), mlsCoordinatorHandoffMessage()]
    case .mlsGroupEditMessage: [mlsGroupEditMessage()]
    case .deviceLinkRequest: [deviceLinkRequestMessage()]
    case .deviceSyncMessage: [chatMessagePayload(), deviceSyncMessage()]
    case .sssShareDelivery: [chatMessagePayload(), sssShareDeliveryMessage()]
    case .sssShareRequest: [chatMessagePayload(), sssShareRequestMessage()]
    case .sssShareResponse: [chatMessagePayload(), sssShareResponseMessage()]
    case .remoteWipe: [chatMessagePayload(), remoteWipeRequest()]
    case .dhtPing: [dhtPingPayload()]
    case .dhtPong: [dhtPongPayload()]
    case .dhtFindNode: [dhtFindNodePayload()]
    case .dhtFindNodeResp: [dhtFindNodeRespPayload()]
    case .dhtStore: [dhtStorePayload()]
    case .dhtFindValue: [dhtFindValuePayload()]
    case .dhtFindValueResp: [dhtFindValueRespPayload()]
    case .channelJoinRequest: [chatMessagePayload(), channelJoinRequestMessage()]
    }
  }

  /// One value of every struct, those inside payloads included.
  mutating func everyStruct() -> [any WireValue] {
    MessageType.allCases.flatMap { payloads(of: $0) }
      + [
        preKeyBundle(), ratchetMessage(), storeAndForwardItem(), mailboxNote(), dhtNodeInfo(), filePointer(),
        fileNewsPayload(),
      ] as [any WireValue]
  }
}

typealias WireValue = Codable & Hashable & Sendable
