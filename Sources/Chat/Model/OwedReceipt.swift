package import Wire

/// A receipt that a peer has not been given yet, because it could not be reached.
package struct OwedReceipt: Hashable, Sendable {
  package let peer: NodeID
  /// The peer's message.
  package let id: MessageID
  package let status: AckStatus

  package init(peer: NodeID, id: MessageID, status: AckStatus) {
    self.peer = peer
    self.id = id
    self.status = status
  }

  var payload: [UInt8] { Payload.encode(AckMessage(messageID: id.text, status: status)) }
}
