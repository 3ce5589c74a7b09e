import Wire

/// One random value of each payload struct.
extension Samples {
  mutating func helloMessage() -> HelloMessage {
    HelloMessage(
      bundle: preKeyBundle(), challenge: maybe { $0.data() }, challengeResponse: maybe { $0.data() },
      answering: maybe { $0.text() }, files: maybe { Int($0.small()) })
  }

  mutating func initiateSessionMessage() -> InitiateSessionMessage {
    InitiateSessionMessage(
      senderBundle: preKeyBundle(), ephemeralPublicKey: data(), usedSignedPreKeyId: word(),
      usedOneTimePreKeyId: maybe { $0.word() }, initialMessage: ratchetMessage(),
      pqEncapsulatedKey: maybe { $0.data() }, usedPQPreKeyId: maybe { $0.word() }, messageID: maybe { $0.text() })
  }

  mutating func ratchetMessage() -> RatchetMessage {
    RatchetMessage(encryptedHeader: data(), ciphertext: data())
  }

  mutating func ratchetHeader() -> RatchetHeader {
    RatchetHeader(senderRatchetKey: data(), previousChainLength: word(), messageNumber: word())
  }

  mutating func chatMessagePayload() -> ChatMessagePayload {
    ChatMessagePayload(ratchetMessage: ratchetMessage(), messageID: text())
  }

  mutating func messageContent() -> MessageContent {
    var content = MessageContent(
      body: text(), type: one(of: ContentType.self), replyToID: maybe { $0.text() }, timestamp: date(),
      expiresAt: maybe { $0.date() }, attachmentData: maybe { $0.data() },
      attachmentMimeType: maybe { $0.text() }, attachmentFilename: maybe { $0.text() },
      audioDuration: maybe { $0.double() }, groupInviteData: maybe { $0.data() },
      senderKeyData: maybe { $0.data() }, editPayload: maybe { $0.editMessagePayload() },
      mlsCommitRequestData: maybe { $0.data() }, sequence: maybe { $0.signed() },
      previousSequence: maybe { $0.signed() }, padding: maybe { $0.text() })
    content.file = maybe { $0.filePointer() }
    content.fileNews = maybe { $0.fileNewsPayload() }
    return content
  }

  mutating func filePointer() -> FilePointer {
    FilePointer(token: data(), key: data(), size: signed(), chunkSize: signed(), root: data())
  }

  mutating func fileNewsPayload() -> FileNewsPayload {
    FileNewsPayload(messageID: text(), news: one(of: FileNewsPayload.News.self))
  }

  mutating func ackMessage() -> AckMessage {
    AckMessage(messageID: text(), status: one(of: AckStatus.self), mailbox: maybe { $0.mailboxNote() })
  }

  mutating func mailboxNote() -> MailboxNote {
    MailboxNote(
      kind: one(of: MailboxNote.Kind.self), targetPeerID: text(), digest: maybe { $0.data() },
      expiresAt: maybe { $0.date() }, reason: maybe { $0.one(of: MailboxRefusal.self) },
      token: maybe { $0.data() })
  }

  mutating func typingMessage() -> TypingMessage {
    TypingMessage(isTyping: flag())
  }

  mutating func readReceiptMessage() -> ReadReceiptMessage {
    ReadReceiptMessage(messageIDs: list { $0.text() })
  }

  mutating func reactionMessage() -> ReactionMessage {
    ReactionMessage(targetMessageID: text(), emoji: maybe { $0.text() }, sequence: maybe { $0.signed() })
  }

  mutating func editMessagePayload() -> EditMessagePayload {
    EditMessagePayload(messageID: text(), newBody: text(), editedAt: date())
  }

  mutating func relayEnvelope() -> RelayEnvelope {
    RelayEnvelope(
      id: text(), targetPeerID: text(), originPeerID: text(), ttl: small(), hopCount: small(),
      message: envelope())
  }

  mutating func sealedMessage() -> SealedMessage {
    SealedMessage(ephemeralPublicKey: data(), encryptedPayload: data())
  }

  mutating func storeAndForwardRequest() -> StoreAndForwardRequest {
    StoreAndForwardRequest(
      targetPeerID: text(), messageID: text(), sealed: sealedMessage(), expiresAt: date(),
      wantsReceipt: maybe { $0.flag() }, withdrawal: maybe { $0.data() })
  }

  mutating func storeAndForwardItem() -> StoreAndForwardItem {
    StoreAndForwardItem(messageID: text(), sealed: sealedMessage())
  }

  mutating func storeAndForwardDelivery() -> StoreAndForwardDelivery {
    StoreAndForwardDelivery(items: list { $0.storeAndForwardItem() })
  }

  mutating func deadDropEnvelope() -> DeadDropEnvelope {
    DeadDropEnvelope(id: text(), targetPeerID: text(), sealed: sealedMessage(), expiresAt: date())
  }

  mutating func groupWireMessage() -> GroupWireMessage {
    GroupWireMessage(
      groupID: text(), messageID: text(), senderPeerID: text(), senderUsername: text(), timestamp: date(),
      ciphertext: data(), attachmentCiphertext: maybe { $0.data() }, attachmentMimeType: maybe { $0.text() },
      attachmentFilename: maybe { $0.text() }, audioDuration: maybe { $0.double() },
      senderKeyIteration: maybe { $0.word() }, expiresAt: maybe { $0.date() }, replyToID: maybe { $0.text() },
      senderAvatarData: maybe { $0.data() })
  }

  mutating func groupReactionMessage() -> GroupReactionMessage {
    GroupReactionMessage(groupID: text(), targetMessageID: text(), emoji: maybe { $0.text() })
  }

  mutating func groupEditMessagePayload() -> GroupEditMessagePayload {
    GroupEditMessagePayload(groupID: text(), messageID: text(), newBody: text(), editedAt: date())
  }

  mutating func groupReadReceiptMessage() -> GroupReadReceiptMessage {
    GroupReadReceiptMessage(groupID: text(), targetMessageID: text(), isRead: maybe { $0.flag() })
  }

  mutating func groupMemberLeftMessage() -> GroupMemberLeftMessage {
    GroupMemberLeftMessage(
      groupID: text(), leavingPeerID: text(), remainingMemberIDs: list { $0.text() },
      pendingCoordinatorID: maybe { $0.text() })
  }

  mutating func groupDeletedMessage() -> GroupDeletedMessage {
    GroupDeletedMessage(groupID: text(), deletedByPeerID: text())
  }

  mutating func senderKeyRequestMessage() -> SenderKeyRequestMessage {
    SenderKeyRequestMessage(groupID: text(), targetPeerID: text())
  }

  mutating func channelAnnouncement() -> ChannelAnnouncement {
    ChannelAnnouncement(
      groupID: text(), groupName: text(), creatorID: text(), memberCount: integer(), timestamp: date())
  }

  mutating func channelJoinRequestMessage() -> ChannelJoinRequestMessage {
    ChannelJoinRequestMessage(
      groupID: text(), groupName: text(), requesterPeerID: text(), requesterUsername: text(), timestamp: date())
  }

  mutating func mlsWelcomeMessage() -> MLSWelcomeMessage {
    MLSWelcomeMessage(
      groupID: text(), groupName: text(), memberIDs: list { $0.text() }, creatorID: text(), welcomeBytes: data(),
      ratchetTreeBytes: data(), cryptoVersion: one(of: GroupCryptoVersion.self))
  }

  mutating func mlsCommitMessage() -> MLSCommitMessage {
    MLSCommitMessage(groupID: text(), epoch: wide(), commitBytes: data(), coordinatorID: text())
  }

  mutating func mlsApplicationMessage() -> MLSApplicationMessage {
    MLSApplicationMessage(
      groupID: text(), messageID: text(), senderPeerID: text(), senderUsername: text(), timestamp: date(),
      ciphertext: data(), expiresAt: maybe { $0.date() }, replyToID: maybe { $0.text() },
      attachmentCiphertext: maybe { $0.data() }, mimeType: maybe { $0.text() },
      audioDuration: maybe { $0.double() }, senderAvatarData: maybe { $0.data() })
  }

  mutating func mlsCommitRequestMessage() -> MLSCommitRequestMessage {
    MLSCommitRequestMessage(
      groupID: text(), action: one(of: MLSCommitAction.self), keyPackage: maybe { $0.data() },
      targetPeerID: maybe { $0.text() })
  }

  mutating func mlsReactionMessage() -> MLSReactionMessage {
    MLSReactionMessage(
      groupID: text(), messageID: text(), senderPeerID: text(), targetMessageID: text(), ciphertext: data(),
      timestamp: date())
  }

  mutating func mlsCoordinatorHandoffMessage() -> MLSCoordinatorHandoffMessage {
    MLSCoordinatorHandoffMessage(groupID: text(), fromCoordinatorID: text(), newCoordinatorID: text())
  }

  mutating func mlsGroupEditMessage() -> MLSGroupEditMessage {
    MLSGroupEditMessage(groupID: text(), messageID: text(), ciphertext: data(), editedAt: date())
  }

  mutating func deviceLinkRequestMessage() -> DeviceLinkRequestMessage {
    DeviceLinkRequestMessage(deviceLabel: text(), bundle: preKeyBundle(), expiresAt: maybe { $0.date() })
  }

  mutating func deviceSyncMessage() -> DeviceSyncMessage {
    DeviceSyncMessage(conversationID: text(), messageJSON: data(), direction: text())
  }

  mutating func sssShareDeliveryMessage() -> SSSShareDeliveryMessage {
    SSSShareDeliveryMessage(
      shareID: text(), ephemeralPublicKey: data(), encryptedShare: data(), senderPeerID: text(),
      threshold: small(), total: small())
  }

  mutating func sssShareRequestMessage() -> SSSShareRequestMessage {
    SSSShareRequestMessage(shareID: text(), requesterDHPublicKey: data())
  }

  mutating func sssShareResponseMessage() -> SSSShareResponseMessage {
    SSSShareResponseMessage(shareID: text(), ephemeralPublicKey: data(), encryptedShare: data())
  }

  mutating func remoteWipeRequest() -> RemoteWipeRequest {
    RemoteWipeRequest(requestID: text(), issuedAt: date())
  }

  mutating func dhtNodeInfo() -> DHTNodeInfo {
    DHTNodeInfo(nodeID: text(), onionAddress: text(), port: port())
  }

  mutating func dhtPingPayload() -> DHTPingPayload {
    DHTPingPayload(senderNodeID: text(), requestID: maybe { $0.text() })
  }

  mutating func dhtPongPayload() -> DHTPongPayload {
    DHTPongPayload(
      senderNodeID: text(), requestID: maybe { $0.text() }, accepted: maybe { $0.flag() },
      refusal: maybe { $0.text() }, newer: maybe { $0.preKeyBundle() })
  }

  mutating func dhtFindNodePayload() -> DHTFindNodePayload {
    DHTFindNodePayload(targetNodeID: text(), requestID: maybe { $0.text() })
  }

  mutating func dhtFindNodeRespPayload() -> DHTFindNodeRespPayload {
    DHTFindNodeRespPayload(closestNodes: list { $0.dhtNodeInfo() }, requestID: maybe { $0.text() })
  }

  mutating func dhtStorePayload() -> DHTStorePayload {
    DHTStorePayload(nodeID: text(), bundle: preKeyBundle(), expiresAt: date(), requestID: maybe { $0.text() })
  }

  mutating func dhtFindValuePayload() -> DHTFindValuePayload {
    DHTFindValuePayload(targetNodeID: text(), peerIDPrefix: maybe { $0.text() }, requestID: maybe { $0.text() })
  }

  mutating func dhtFindValueRespPayload() -> DHTFindValueRespPayload {
    DHTFindValueRespPayload(
      bundle: maybe { $0.preKeyBundle() }, closestNodes: list { $0.dhtNodeInfo() },
      bundles: maybe { $0.list { $0.preKeyBundle() } }, requestID: maybe { $0.text() })
  }

  mutating func preKeyBundle() -> PreKeyBundle {
    var bundle = PreKeyBundle(
      signingKeyPublic: data(), dhIdentityKeyPublic: data(), signedPreKeyPublic: data(),
      signedPreKeySignature: data(), signedPreKeyId: word(), oneTimePreKeyPublic: maybe { $0.data() },
      oneTimePreKeyId: maybe { $0.word() }, username: text(), timestamp: date(), tcpAddress: maybe { $0.text() },
      avatarData: maybe { $0.data() }, mlsKeyPackage: maybe { $0.data() }, pqPreKeyPublic: maybe { $0.data() },
      pqPreKeyId: maybe { $0.word() }, mldsaPublicKey: maybe { $0.data() },
      mldsaSPKSignature: maybe { $0.data() }, tlsCertFingerprint: maybe { $0.data() },
      bundleSignature: maybe { $0.data() })
    // Not in the counted ones, which are recorded without them.
    if optionals == .all, counter == nil { (bundle.identityWork, bundle.withdrawn) = (word(), false) }
    return bundle
  }
}
