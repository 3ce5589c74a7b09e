extension MessageType {
  /// The most bytes that the payload of this type may have, checked before it is decoded from base64.
  /// `Docs/spec/message.md` states the same numbers.
  package var maximumPayload: Int {
    switch self {
    case .hello, .deviceLinkRequest, .dhtStore: Settings.bundlePayload
    case .initiateSession, .message, .relay, .sealed, .groupMessage, .mlsMessage, .storeAndForward,
      .storeAndForwardDelivery:
      Settings.wholeFrame
    case .deadDrop, .deviceSyncMessage, .mlsWelcome, .mlsCommit: Settings.large
    case .dhtFindValueResp: Settings.bundlesPayload
    case .editMessage, .groupEditMessage: Settings.editedText
    case .mlsCommitRequest, .mlsGroupEditMessage: Settings.medium
    case .readReceipt: Settings.identifierList
    case .groupMemberLeft, .dhtFindNodeResp, .mlsReaction, .sssShareDelivery, .sssShareRequest, .sssShareResponse,
      .remoteWipe, .channelJoinRequest, .mlsCoordinatorHandoff:
      Settings.small
    case .ack, .typing, .reaction, .groupReaction, .groupDeleted, .groupReadReceipt, .channelAnnouncement,
      .senderKeyRequest, .dhtPing, .dhtPong, .dhtFindNode, .dhtFindValue:
      Settings.tiny
    }
  }
}
