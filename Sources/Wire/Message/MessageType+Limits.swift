extension MessageType {
  /// The most bytes that the payload of this type may have, checked before it is decoded from base64.
  /// `Docs/spec/message.md` states the same numbers.
  package var maximumPayload: Int {
    switch self {
    case .hello, .deviceLinkRequest, .dhtStore, .dhtPong: WireLimits.bundlePayload
    case .initiateSession, .message, .relay, .sealed, .groupMessage, .mlsMessage, .storeAndForward,
      .storeAndForwardDelivery:
      WireLimits.wholeFrame
    case .deadDrop, .deviceSyncMessage, .mlsWelcome, .mlsCommit: WireLimits.large
    case .dhtFindValueResp: WireLimits.bundlesPayload
    case .editMessage, .groupEditMessage: WireLimits.editedText
    case .mlsCommitRequest, .mlsGroupEditMessage: WireLimits.medium
    case .readReceipt: WireLimits.identifierList
    case .groupMemberLeft, .dhtFindNodeResp, .mlsReaction, .sssShareDelivery, .sssShareRequest, .sssShareResponse,
      .remoteWipe, .channelJoinRequest, .mlsCoordinatorHandoff:
      WireLimits.small
    case .ack, .typing, .reaction, .groupReaction, .groupDeleted, .groupReadReceipt, .channelAnnouncement,
      .senderKeyRequest, .dhtPing, .dhtFindNode, .dhtFindValue:
      WireLimits.tiny
    }
  }
}
