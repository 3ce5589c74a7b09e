/// What `GoldenWireTests` compares with: the type, the struct, and the JSON of the counted sample.
enum GoldenWire {
  static let text = #"""
    hello HelloMessage {"answering":"text 21","bundle":{"avatarData":"ZGF0YSAxMQ==",\#
    "bundleSignature":"ZGF0YSAxOA==","dhIdentityKeyPublic":"ZGF0YSAy","mldsaPublicKey":"ZGF0YSAxNQ==",\#
    "mldsaSPKSignature":"ZGF0YSAxNg==","mlsKeyPackage":"ZGF0YSAxMg==","oneTimePreKeyId":7,\#
    "oneTimePreKeyPublic":"ZGF0YSA2","pqPreKeyId":14,"pqPreKeyPublic":"ZGF0YSAxMw==","signedPreKeyId":5,\#
    "signedPreKeyPublic":"ZGF0YSAz","signedPreKeySignature":"ZGF0YSA0","signingKeyPublic":"ZGF0YSAx",\#
    "tcpAddress":"text 10","timestamp":9,"tlsCertFingerprint":"ZGF0YSAxNw==","username":"text 8"},\#
    "challenge":"ZGF0YSAxOQ==","challengeResponse":"ZGF0YSAyMA==","files":22}
    initiateSession InitiateSessionMessage {"ephemeralPublicKey":"ZGF0YSAxOQ==",\#
    "initialMessage":{"ciphertext":"ZGF0YSAyMw==","encryptedHeader":"ZGF0YSAyMg=="},"messageID":"text 26",\#
    "pqEncapsulatedKey":"ZGF0YSAyNA==","senderBundle":{"avatarData":"ZGF0YSAxMQ==",\#
    "bundleSignature":"ZGF0YSAxOA==","dhIdentityKeyPublic":"ZGF0YSAy","mldsaPublicKey":"ZGF0YSAxNQ==",\#
    "mldsaSPKSignature":"ZGF0YSAxNg==","mlsKeyPackage":"ZGF0YSAxMg==","oneTimePreKeyId":7,\#
    "oneTimePreKeyPublic":"ZGF0YSA2","pqPreKeyId":14,"pqPreKeyPublic":"ZGF0YSAxMw==","signedPreKeyId":5,\#
    "signedPreKeyPublic":"ZGF0YSAz","signedPreKeySignature":"ZGF0YSA0","signingKeyPublic":"ZGF0YSAx",\#
    "tcpAddress":"text 10","timestamp":9,"tlsCertFingerprint":"ZGF0YSAxNw==","username":"text 8"},\#
    "usedOneTimePreKeyId":21,"usedPQPreKeyId":25,"usedSignedPreKeyId":20}
    initiateSession MessageContent {"attachmentData":"ZGF0YSAzMQ==","attachmentFilename":"text 33",\#
    "attachmentMimeType":"text 32","audioDuration":34.5,"body":"text 27","editPayload":{"editedAt":39,\#
    "messageID":"text 37","newBody":"text 38"},"expiresAt":30,\#
    "file":{"chunkSize":47,"key":"ZGF0YSA0NQ==","root":"ZGF0YSA0OA==","size":46,"token":"ZGF0YSA0NA=="},\#
    "fileNews":{"messageID":"text 49","news":"fetched"},"groupInviteData":"ZGF0YSAzNQ==",\#
    "mlsCommitRequestData":"ZGF0YSA0MA==","padding":"text 43","previousSequence":42,"replyToID":"text 28",\#
    "senderKeyData":"ZGF0YSAzNg==","sequence":41,"timestamp":29,"type":"text"}
    message ChatMessagePayload {"messageID":"text 3","ratchetMessage":{"ciphertext":"ZGF0YSAy",\#
    "encryptedHeader":"ZGF0YSAx"}}
    message MessageContent {"attachmentData":"ZGF0YSA4","attachmentFilename":"text 10",\#
    "attachmentMimeType":"text 9","audioDuration":11.5,"body":"text 4","editPayload":{"editedAt":16,\#
    "messageID":"text 14","newBody":"text 15"},"expiresAt":7,\#
    "file":{"chunkSize":24,"key":"ZGF0YSAyMg==","root":"ZGF0YSAyNQ==","size":23,"token":"ZGF0YSAyMQ=="},\#
    "fileNews":{"messageID":"text 26","news":"fetched"},"groupInviteData":"ZGF0YSAxMg==",\#
    "mlsCommitRequestData":"ZGF0YSAxNw==","padding":"text 20","previousSequence":19,"replyToID":"text 5",\#
    "senderKeyData":"ZGF0YSAxMw==","sequence":18,"timestamp":6,"type":"text"}
    message RatchetHeader {"messageNumber":29,"previousChainLength":28,"senderRatchetKey":"ZGF0YSAyNw=="}
    ack AckMessage {"mailbox":{"digest":"ZGF0YSAz","expiresAt":4,"kind":"stored","reason":"off",\#
    "targetPeerID":"text 2","token":"ZGF0YSA1"},"messageID":"text 1","status":"delivered"}
    relay RelayEnvelope {"hopCount":5,"id":"text 1","message":{"payload":"ZGF0YSA2","senderID":"text 7",\#
    "signature":"ZGF0YSA5","timestamp":8,"type":"hello"},"originPeerID":"text 3","targetPeerID":"text 2","ttl":4}
    typing TypingMessage {"isTyping":true}
    sealed SealedMessage {"encryptedPayload":"ZGF0YSAy","ephemeralPublicKey":"ZGF0YSAx"}
    readReceipt ChatMessagePayload {"messageID":"text 3","ratchetMessage":{"ciphertext":"ZGF0YSAy",\#
    "encryptedHeader":"ZGF0YSAx"}}
    readReceipt ReadReceiptMessage {"messageIDs":["text 4","text 5"]}
    reaction ChatMessagePayload {"messageID":"text 3","ratchetMessage":{"ciphertext":"ZGF0YSAy",\#
    "encryptedHeader":"ZGF0YSAx"}}
    reaction ReactionMessage {"emoji":"text 5","sequence":6,"targetMessageID":"text 4"}
    groupMessage GroupWireMessage {"attachmentCiphertext":"ZGF0YSA3","attachmentFilename":"text 9",\#
    "attachmentMimeType":"text 8","audioDuration":10.5,"ciphertext":"ZGF0YSA2","expiresAt":12,\#
    "groupID":"text 1","messageID":"text 2","replyToID":"text 13","senderAvatarData":"ZGF0YSAxNA==",\#
    "senderKeyIteration":11,"senderPeerID":"text 3","senderUsername":"text 4","timestamp":5}
    groupReaction GroupReactionMessage {"emoji":"text 3","groupID":"text 1","targetMessageID":"text 2"}
    groupMemberLeft GroupMemberLeftMessage {"groupID":"text 1","leavingPeerID":"text 2",\#
    "pendingCoordinatorID":"text 5","remainingMemberIDs":["text 3","text 4"]}
    groupDeleted GroupDeletedMessage {"deletedByPeerID":"text 2","groupID":"text 1"}
    groupReadReceipt GroupReadReceiptMessage {"groupID":"text 1","isRead":true,"targetMessageID":"text 2"}
    storeAndForward StoreAndForwardRequest {"expiresAt":5,"messageID":"text 2",\#
    "sealed":{"encryptedPayload":"ZGF0YSA0","ephemeralPublicKey":"ZGF0YSAz"},"targetPeerID":"text 1",\#
    "wantsReceipt":true,"withdrawal":"ZGF0YSA2"}
    storeAndForwardDelivery StoreAndForwardDelivery {"items":[{"messageID":"text 1",\#
    "sealed":{"encryptedPayload":"ZGF0YSAz","ephemeralPublicKey":"ZGF0YSAy"}},{"messageID":"text 4",\#
    "sealed":{"encryptedPayload":"ZGF0YSA2","ephemeralPublicKey":"ZGF0YSA1"}}]}
    channelAnnouncement ChannelAnnouncement {"creatorID":"text 3","groupID":"text 1","groupName":"text 2",\#
    "memberCount":4,"timestamp":5}
    deadDrop DeadDropEnvelope {"expiresAt":5,"id":"text 1","sealed":{"encryptedPayload":"ZGF0YSA0",\#
    "ephemeralPublicKey":"ZGF0YSAz"},"targetPeerID":"text 2"}
    editMessage ChatMessagePayload {"messageID":"text 3","ratchetMessage":{"ciphertext":"ZGF0YSAy",\#
    "encryptedHeader":"ZGF0YSAx"}}
    editMessage EditMessagePayload {"editedAt":6,"messageID":"text 4","newBody":"text 5"}
    groupEditMessage GroupEditMessagePayload {"editedAt":4,"groupID":"text 1","messageID":"text 2",\#
    "newBody":"text 3"}
    senderKeyRequest SenderKeyRequestMessage {"groupID":"text 1","targetPeerID":"text 2"}
    mlsWelcome ChatMessagePayload {"messageID":"text 3","ratchetMessage":{"ciphertext":"ZGF0YSAy",\#
    "encryptedHeader":"ZGF0YSAx"}}
    mlsWelcome MLSWelcomeMessage {"creatorID":"text 8","cryptoVersion":"skv2","groupID":"text 4",\#
    "groupName":"text 5","memberIDs":["text 6","text 7"],"ratchetTreeBytes":"ZGF0YSAxMA==",\#
    "welcomeBytes":"ZGF0YSA5"}
    mlsCommit MLSCommitMessage {"commitBytes":"ZGF0YSAz","coordinatorID":"text 4","epoch":2,"groupID":"text 1"}
    mlsMessage MLSApplicationMessage {"attachmentCiphertext":"ZGF0YSA5","audioDuration":11.5,\#
    "ciphertext":"ZGF0YSA2","expiresAt":7,"groupID":"text 1","messageID":"text 2","mimeType":"text 10",\#
    "replyToID":"text 8","senderAvatarData":"ZGF0YSAxMg==","senderPeerID":"text 3","senderUsername":"text 4",\#
    "timestamp":5}
    mlsCommitRequest ChatMessagePayload {"messageID":"text 3","ratchetMessage":{"ciphertext":"ZGF0YSAy",\#
    "encryptedHeader":"ZGF0YSAx"}}
    mlsCommitRequest MLSCommitRequestMessage {"action":"add","groupID":"text 4","keyPackage":"ZGF0YSA1",\#
    "targetPeerID":"text 6"}
    mlsReaction MLSReactionMessage {"ciphertext":"ZGF0YSA1","groupID":"text 1","messageID":"text 2",\#
    "senderPeerID":"text 3","targetMessageID":"text 4","timestamp":6}
    mlsCoordinatorHandoff ChatMessagePayload {"messageID":"text 3","ratchetMessage":{"ciphertext":"ZGF0YSAy",\#
    "encryptedHeader":"ZGF0YSAx"}}
    mlsCoordinatorHandoff MLSCoordinatorHandoffMessage {"fromCoordinatorID":"text 5","groupID":"text 4",\#
    "newCoordinatorID":"text 6"}
    mlsGroupEditMessage MLSGroupEditMessage {"ciphertext":"ZGF0YSAz","editedAt":4,"groupID":"text 1",\#
    "messageID":"text 2"}
    deviceLinkRequest DeviceLinkRequestMessage {"bundle":{"avatarData":"ZGF0YSAxMg==",\#
    "bundleSignature":"ZGF0YSAxOQ==","dhIdentityKeyPublic":"ZGF0YSAz","mldsaPublicKey":"ZGF0YSAxNg==",\#
    "mldsaSPKSignature":"ZGF0YSAxNw==","mlsKeyPackage":"ZGF0YSAxMw==","oneTimePreKeyId":8,\#
    "oneTimePreKeyPublic":"ZGF0YSA3","pqPreKeyId":15,"pqPreKeyPublic":"ZGF0YSAxNA==","signedPreKeyId":6,\#
    "signedPreKeyPublic":"ZGF0YSA0","signedPreKeySignature":"ZGF0YSA1","signingKeyPublic":"ZGF0YSAy",\#
    "tcpAddress":"text 11","timestamp":10,"tlsCertFingerprint":"ZGF0YSAxOA==","username":"text 9"},\#
    "deviceLabel":"text 1","expiresAt":20}
    deviceSyncMessage ChatMessagePayload {"messageID":"text 3","ratchetMessage":{"ciphertext":"ZGF0YSAy",\#
    "encryptedHeader":"ZGF0YSAx"}}
    deviceSyncMessage DeviceSyncMessage {"conversationID":"text 4","direction":"text 6","messageJSON":"ZGF0YSA1"}
    sssShareDelivery ChatMessagePayload {"messageID":"text 3","ratchetMessage":{"ciphertext":"ZGF0YSAy",\#
    "encryptedHeader":"ZGF0YSAx"}}
    sssShareDelivery SSSShareDeliveryMessage {"encryptedShare":"ZGF0YSA2","ephemeralPublicKey":"ZGF0YSA1",\#
    "senderPeerID":"text 7","shareID":"text 4","threshold":8,"total":9}
    sssShareRequest ChatMessagePayload {"messageID":"text 3","ratchetMessage":{"ciphertext":"ZGF0YSAy",\#
    "encryptedHeader":"ZGF0YSAx"}}
    sssShareRequest SSSShareRequestMessage {"requesterDHPublicKey":"ZGF0YSA1","shareID":"text 4"}
    sssShareResponse ChatMessagePayload {"messageID":"text 3","ratchetMessage":{"ciphertext":"ZGF0YSAy",\#
    "encryptedHeader":"ZGF0YSAx"}}
    sssShareResponse SSSShareResponseMessage {"encryptedShare":"ZGF0YSA2","ephemeralPublicKey":"ZGF0YSA1",\#
    "shareID":"text 4"}
    remoteWipe ChatMessagePayload {"messageID":"text 3","ratchetMessage":{"ciphertext":"ZGF0YSAy",\#
    "encryptedHeader":"ZGF0YSAx"}}
    remoteWipe RemoteWipeRequest {"issuedAt":5,"requestID":"text 4"}
    dhtPing DHTPingPayload {"requestID":"text 2","senderNodeID":"text 1"}
    dhtPong DHTPongPayload {"accepted":true,"newer":{"avatarData":"ZGF0YSAxNA==",\#
    "bundleSignature":"ZGF0YSAyMQ==","dhIdentityKeyPublic":"ZGF0YSA1","mldsaPublicKey":"ZGF0YSAxOA==",\#
    "mldsaSPKSignature":"ZGF0YSAxOQ==","mlsKeyPackage":"ZGF0YSAxNQ==","oneTimePreKeyId":10,\#
    "oneTimePreKeyPublic":"ZGF0YSA5","pqPreKeyId":17,"pqPreKeyPublic":"ZGF0YSAxNg==","signedPreKeyId":8,\#
    "signedPreKeyPublic":"ZGF0YSA2","signedPreKeySignature":"ZGF0YSA3","signingKeyPublic":"ZGF0YSA0",\#
    "tcpAddress":"text 13","timestamp":12,"tlsCertFingerprint":"ZGF0YSAyMA==","username":"text 11"},\#
    "refusal":"text 3","requestID":"text 2","senderNodeID":"text 1"}
    dhtFindNode DHTFindNodePayload {"requestID":"text 2","targetNodeID":"text 1"}
    dhtFindNodeResp DHTFindNodeRespPayload {"closestNodes":[{"nodeID":"text 1","onionAddress":"text 2",\#
    "port":3},{"nodeID":"text 4","onionAddress":"text 5","port":6}],"requestID":"text 7"}
    dhtStore DHTStorePayload {"bundle":{"avatarData":"ZGF0YSAxMg==","bundleSignature":"ZGF0YSAxOQ==",\#
    "dhIdentityKeyPublic":"ZGF0YSAz","mldsaPublicKey":"ZGF0YSAxNg==","mldsaSPKSignature":"ZGF0YSAxNw==",\#
    "mlsKeyPackage":"ZGF0YSAxMw==","oneTimePreKeyId":8,"oneTimePreKeyPublic":"ZGF0YSA3","pqPreKeyId":15,\#
    "pqPreKeyPublic":"ZGF0YSAxNA==","signedPreKeyId":6,"signedPreKeyPublic":"ZGF0YSA0",\#
    "signedPreKeySignature":"ZGF0YSA1","signingKeyPublic":"ZGF0YSAy","tcpAddress":"text 11","timestamp":10,\#
    "tlsCertFingerprint":"ZGF0YSAxOA==","username":"text 9"},"expiresAt":20,"nodeID":"text 1",\#
    "requestID":"text 21"}
    dhtFindValue DHTFindValuePayload {"peerIDPrefix":"text 2","requestID":"text 3","targetNodeID":"text 1"}
    dhtFindValueResp DHTFindValueRespPayload {"bundle":{"avatarData":"ZGF0YSAxMQ==",\#
    "bundleSignature":"ZGF0YSAxOA==","dhIdentityKeyPublic":"ZGF0YSAy","mldsaPublicKey":"ZGF0YSAxNQ==",\#
    "mldsaSPKSignature":"ZGF0YSAxNg==","mlsKeyPackage":"ZGF0YSAxMg==","oneTimePreKeyId":7,\#
    "oneTimePreKeyPublic":"ZGF0YSA2","pqPreKeyId":14,"pqPreKeyPublic":"ZGF0YSAxMw==","signedPreKeyId":5,\#
    "signedPreKeyPublic":"ZGF0YSAz","signedPreKeySignature":"ZGF0YSA0","signingKeyPublic":"ZGF0YSAx",\#
    "tcpAddress":"text 10","timestamp":9,"tlsCertFingerprint":"ZGF0YSAxNw==","username":"text 8"},\#
    "bundles":[{"avatarData":"ZGF0YSAzNQ==","bundleSignature":"ZGF0YSA0Mg==",\#
    "dhIdentityKeyPublic":"ZGF0YSAyNg==","mldsaPublicKey":"ZGF0YSAzOQ==","mldsaSPKSignature":"ZGF0YSA0MA==",\#
    "mlsKeyPackage":"ZGF0YSAzNg==","oneTimePreKeyId":31,"oneTimePreKeyPublic":"ZGF0YSAzMA==","pqPreKeyId":38,\#
    "pqPreKeyPublic":"ZGF0YSAzNw==","signedPreKeyId":29,"signedPreKeyPublic":"ZGF0YSAyNw==",\#
    "signedPreKeySignature":"ZGF0YSAyOA==","signingKeyPublic":"ZGF0YSAyNQ==","tcpAddress":"text 34",\#
    "timestamp":33,"tlsCertFingerprint":"ZGF0YSA0MQ==","username":"text 32"},{"avatarData":"ZGF0YSA1Mw==",\#
    "bundleSignature":"ZGF0YSA2MA==","dhIdentityKeyPublic":"ZGF0YSA0NA==","mldsaPublicKey":"ZGF0YSA1Nw==",\#
    "mldsaSPKSignature":"ZGF0YSA1OA==","mlsKeyPackage":"ZGF0YSA1NA==","oneTimePreKeyId":49,\#
    "oneTimePreKeyPublic":"ZGF0YSA0OA==","pqPreKeyId":56,"pqPreKeyPublic":"ZGF0YSA1NQ==","signedPreKeyId":47,\#
    "signedPreKeyPublic":"ZGF0YSA0NQ==","signedPreKeySignature":"ZGF0YSA0Ng==",\#
    "signingKeyPublic":"ZGF0YSA0Mw==","tcpAddress":"text 52","timestamp":51,\#
    "tlsCertFingerprint":"ZGF0YSA1OQ==","username":"text 50"}],"closestNodes":[{"nodeID":"text 19",\#
    "onionAddress":"text 20","port":21},{"nodeID":"text 22","onionAddress":"text 23","port":24}],\#
    "requestID":"text 61"}
    channelJoinRequest ChatMessagePayload {"messageID":"text 3","ratchetMessage":{"ciphertext":"ZGF0YSAy",\#
    "encryptedHeader":"ZGF0YSAx"}}
    channelJoinRequest ChannelJoinRequestMessage {"groupID":"text 4","groupName":"text 5",\#
    "requesterPeerID":"text 6","requesterUsername":"text 7","timestamp":8}
    """#
}
