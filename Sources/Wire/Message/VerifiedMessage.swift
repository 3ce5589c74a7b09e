/// A message whose sender, freshness and signature have been checked, and which had not been seen before. Only
/// `UnverifiedMessage` makes one.
package struct VerifiedMessage: Hashable, Sendable {
  package let type: MessageType
  /// The JSON of the type's payload, as it came.
  package let payload: [UInt8]
  /// Whose signature it bears.
  package let sender: NodeID
  /// How the sender names itself: part of the associated data of its ratchet.
  package let senderID: String
  /// When it was signed, by the sender's clock.
  package let timestamp: WireDate

  init(_ message: WireMessage, sender: NodeID) {
    type = message.type
    payload = message.payload
    self.sender = sender
    senderID = message.senderID
    timestamp = message.timestamp
  }
}
