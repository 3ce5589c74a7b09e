/// The 42 types of the wire. The raw value is what the wire and the signature carry.
package enum MessageType: String, Codable, CaseIterable, Sendable {
  /// `HelloMessage`: who is at this end of the link, and the proof of it.
  case hello
  /// `InitiateSessionMessage`: X3DH, and the first message of a ratchet.
  case initiateSession
  /// `ChatMessagePayload` over a `MessageContent`.
  case message
  /// `AckMessage`: stored at the receiver.
  case ack
  /// `RelayEnvelope`: a message for somebody else.
  case relay
  /// `TypingMessage`.
  case typing
  /// `SealedMessage`: a whole wire message that only the recipient can open.
  case sealed
  /// `ReadReceiptMessage`.
  case readReceipt
  /// `ReactionMessage`.
  case reaction
  /// `GroupWireMessage`: a message of a sender-key group.
  case groupMessage
  /// `GroupReactionMessage`.
  case groupReaction
  /// `GroupMemberLeftMessage`.
  case groupMemberLeft
  /// `GroupDeletedMessage`.
  case groupDeleted
  /// `GroupReadReceiptMessage`.
  case groupReadReceipt
  /// `StoreAndForwardRequest`: a deposit for somebody who is offline.
  case storeAndForward
  /// `StoreAndForwardDelivery`: what was held for the receiver.
  case storeAndForwardDelivery
  /// `ChannelAnnouncement`.
  case channelAnnouncement
  /// `DeadDropEnvelope`.
  case deadDrop
  /// `EditMessagePayload`.
  case editMessage
  /// `GroupEditMessagePayload`.
  case groupEditMessage
  /// `SenderKeyRequestMessage`.
  case senderKeyRequest
  /// `ChatMessagePayload` over an `MLSWelcomeMessage`.
  case mlsWelcome
  /// `MLSCommitMessage`.
  case mlsCommit
  /// `MLSApplicationMessage`.
  case mlsMessage
  /// `ChatMessagePayload` over an `MLSCommitRequestMessage`.
  case mlsCommitRequest
  /// `MLSReactionMessage`.
  case mlsReaction
  /// `ChatMessagePayload` over an `MLSCoordinatorHandoffMessage`.
  case mlsCoordinatorHandoff
  /// `MLSGroupEditMessage`.
  case mlsGroupEditMessage
  /// `DeviceLinkRequestMessage`.
  case deviceLinkRequest
  /// `ChatMessagePayload` over a `DeviceSyncMessage`.
  case deviceSyncMessage
  /// `ChatMessagePayload` over an `SSSShareDeliveryMessage`.
  case sssShareDelivery
  /// `ChatMessagePayload` over an `SSSShareRequestMessage`.
  case sssShareRequest
  /// `ChatMessagePayload` over an `SSSShareResponseMessage`.
  case sssShareResponse
  /// `ChatMessagePayload` over a `RemoteWipeRequest`.
  case remoteWipe
  /// `DHTPingPayload`.
  case dhtPing
  /// `DHTPongPayload`: answers a ping and, by our extension, a store.
  case dhtPong
  /// `DHTFindNodePayload`.
  case dhtFindNode
  /// `DHTFindNodeRespPayload`.
  case dhtFindNodeResp
  /// `DHTStorePayload`.
  case dhtStore
  /// `DHTFindValuePayload`.
  case dhtFindValue
  /// `DHTFindValueRespPayload`.
  case dhtFindValueResp
  /// `ChatMessagePayload` over a `ChannelJoinRequestMessage`.
  case channelJoinRequest
}

extension MessageType {
  private static let named = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })

  /// The type of a name, or nil. What the compiler makes of the raw values compares all names one after the other, which
  /// costs more than the rest of an envelope.
  init?(named name: String) {
    guard let type = MessageType.named[name] else { return nil }
    self = type
  }
}
