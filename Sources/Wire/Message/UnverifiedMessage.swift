/// A message that came from outside: of a known type and within that type's size, and nothing else about it is
/// checked. `verified(by:…)` makes a `VerifiedMessage` of it.
package struct UnverifiedMessage: Hashable, Sendable {
  /// What came.
  package let message: WireMessage

  /// A message of our own on its way into an envelope.
  package init(_ message: WireMessage) { self.message = message }
}

/// Inside a `RelayEnvelope` an envelope is one JSON object of many, read and written by the coders.
extension UnverifiedMessage: Codable {
  private enum CodingKeys: String, CodingKey { case type, payload, senderID, timestamp, signature }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    guard let type = MessageType(rawValue: try container.decode(String.self, forKey: .type)) else {
      throw WireError.unknownType
    }
    let payload = try container.decode(Base64Data.self, forKey: .payload).bytes
    guard payload.count <= type.maximumPayload else { throw WireError.payloadTooLarge(type) }
    message = WireMessage(
      type: type, payload: payload, senderID: try container.decode(String.self, forKey: .senderID),
      timestamp: try container.decode(WireDate.self, forKey: .timestamp),
      signature: try container.decode(Base64Data.self, forKey: .signature).bytes)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(message.type, forKey: .type)
    try container.encode(Base64Data(message.payload), forKey: .payload)
    try container.encode(message.senderID, forKey: .senderID)
    try container.encode(message.timestamp, forKey: .timestamp)
    try container.encode(Base64Data(message.signature), forKey: .signature)
  }
}
