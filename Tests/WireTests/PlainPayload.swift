import Wire

/// The payload of each type as the application writes it: in clear, where ours travels inside a ratchet message.
enum PlainPayload {
  static func reencode(_ payload: [UInt8], of type: MessageType) throws -> [UInt8] {
    func through<T: Codable>(_ type: T.Type) throws -> [UInt8] {
      Payload.encode(try Payload.decode(type, from: payload))
    }
    return switch type {
    case .hello: try through(HelloMessage.self)
    case .initiateSession: try through(InitiateSessionMessage.self)
    case .message: try through(ChatMessagePayload.self)
    case .ack: try through(AckMessage.self)
    case .relay: try through(RelayEnvelope.self)
    case .typing: try through(TypingMessage.self)
    case .sealed: try through(SealedMessage.self)
    case .readReceipt: try through(ReadReceiptMessage.self)
    case .reaction: try through(ReactionMessage.self)
    case .groupMessage: try through(GroupWireMessage.self)
    case .groupReaction: try through(GroupReactionMessage.self)
    case .groupMemberLeft: try through(GroupMemberLeftMessage.self)
    case .groupDeleted: try through(GroupDeletedMessage.self)
    case .groupReadReceipt: try through(GroupReadReceiptMessage.self)
    case .storeAndForward: try through(StoreAndForwardRequest.self)
    case .storeAndForwardDelivery: try through(StoreAndForwardDelivery.self)
    case .channelAnnouncement: try through(ChannelAnnouncement.self)
    case .deadDrop: try through(DeadDropEnvelope.self)
    case .editMessage: try through(EditMessagePayload.self)
    case .groupEditMessage: try through(GroupEditMessagePayload.self)
    case .senderKeyRequest: try through(SenderKeyRequestMessage.self)
    case .mlsWelcome: try through(MLSWelcomeMessage.self)
    case .mlsCommit: try through(MLSCommitMessage.self)
    case .mlsMessage: try through(MLSApplicationMessage.self)
    case .mlsCommitRequest: try through(MLSCommitRequestMessage.self)
    case .mlsReaction: try through(MLSReactionMessage.self)
    case .mlsCoordinatorHandoff: try through(MLSCoordinatorHandoffMessage.self)
    case .mlsGroupEditMessage: try through(MLSGroupEditMessage.self)
    case .deviceLinkRequest: try through(DeviceLinkRequestMessage.self)
    case .deviceSyncMessage: try through(DeviceSyncMessage.self)
    case .sssShareDelivery: try through(SSSShareDeliveryMessage.self)
    case .sssShareRequest: try through(SSSShareRequestMessage.self)
    case .sssShareResponse: try through(SSSShareResponseMessage.self)
    case .remoteWipe: try through(RemoteWipeRequest.self)
    case .dhtPing: try through(DHTPingPayload.self)
    case .dhtPong: try through(DHTPongPayload.self)
    case .dhtFindNode: try through(DHTFindNodePayload.self)
    case .dhtFindNodeResp: try through(DHTFindNodeRespPayload.self)
    case .dhtStore: try through(DHTStorePayload.self)
    case .dhtFindValue: try through(DHTFindValuePayload.self)
    case .dhtFindValueResp: try through(DHTFindValueRespPayload.self)
    case .channelJoinRequest: try through(ChannelJoinRequestMessage.self)
    }
  }
}
