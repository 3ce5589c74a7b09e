import Chat
import Crypto
import E2EE
import Reactor
import Relay
import Store
import Wire
import World

/// Messages that were sealed for this node, however they came.
extension Node {
  /// Opens a seal and hands on what is inside.
  /// - Parameter dropID: the name of the dead drop that it came in.
  /// - Returns: whether its carrier is done with it: it is stored, or can never be read. False when it should come again:
  ///   the store failed, or the clocks disagree.
  func open(_ sealed: SealedMessage, dropID: String? = nil, isInside: Bool = false) -> Bool {
    guard let json = try? SealedSender.open(sealed, with: identity.dhKey),
      let message = try? UnverifiedMessage.decode(json)
    else {
      counters.count("sealed.unreadable")
      return true
    }
    guard message.message.type == .sealed else { return receivedInside(message, dropID: dropID) }
    // Builds of the original seal twice on some ways.
    guard !isInside, let inner = try? Payload.decode(SealedMessage.self, from: message.message.payload) else {
      counters.count("sealed.unreadable")
      return true
    }
    return open(inner, dropID: dropID, isInside: true)
  }

  private func receivedInside(_ message: UnverifiedMessage, dropID: String?) -> Bool {
    do throws(RefusalReason) {
      return try dispatchInside(message, dropID: dropID)
    } catch {
      counters.count("sealed.refused.\(error.name)")
      switch error {
      case .tooOld, .tooNew: return false
      case .malformed, .unknownType, .tooLarge, .wrongSender, .replayed, .badSignature, .bundle: return true
      }
    }
  }

  private func dispatchInside(_ message: UnverifiedMessage, dropID: String?) throws(RefusalReason) -> Bool {
    let type = message.message.type
    switch type {
    case .initiateSession:
      let initiation = try message.verifiedInitiationInside(at: loop.now)
      return tellChat { (engine, now) throws(ChatError) in
        try engine.receivedInitiation(initiation, at: now, in: store, using: &chance)
      }
    case .message:
      guard let verified = try verifiedInside(message) else { return true }
      return tellChat { (engine, now) throws(ChatError) in
        guard let dropID else { return try engine.receivedMessage(verified, at: now, in: store, using: &chance) }
        return try engine.receivedDrop(verified, dropID: dropID, at: now, in: store, using: &chance)
      }
    case .ack:
      guard let verified = try verifiedInside(message) else { return true }
      return tellChat { (engine, now) throws(ChatError) in
        try engine.receivedAck(verified, at: now, in: store, using: &chance)
      }
    case .readReceipt, .reaction, .editMessage:
      guard let verified = try verifiedInside(message) else { return true }
      return tellChat { (engine, now) throws(ChatError) in
        try engine.receivedNote(verified, at: now, in: store, using: &chance)
      }
    case .hello, .relay, .typing, .sealed, .groupMessage, .groupReaction, .groupMemberLeft,
      .groupDeleted, .groupReadReceipt, .storeAndForward, .storeAndForwardDelivery, .channelAnnouncement, .deadDrop,
      .groupEditMessage, .senderKeyRequest, .mlsWelcome, .mlsCommit, .mlsMessage, .mlsCommitRequest,
      .mlsReaction, .mlsCoordinatorHandoff, .mlsGroupEditMessage, .deviceLinkRequest, .deviceSyncMessage,
      .sssShareDelivery, .sssShareRequest, .sssShareResponse, .remoteWipe, .channelJoinRequest, .dhtPing, .dhtPong,
      .dhtFindNode, .dhtFindNodeResp, .dhtStore, .dhtFindValue, .dhtFindValueResp:
      refuse(type)
      return true
    }
  }

  /// Checks it by the keys of the contact that it names; nil for a stranger.
  private func verifiedInside(_ message: UnverifiedMessage) throws(RefusalReason) -> VerifiedMessage? {
    guard let keys = contactKeys(named: message.message.senderID) else {
      counters.count("sealed.refused.stranger")
      return nil
    }
    return try message.verifiedInside(by: keys, at: loop.now)
  }

  /// Nodes of ours name themselves in full; for the names of others the contacts are gone through.
  private func contactKeys(named name: String) -> IdentityKeys? {
    if let id = NodeID(hex: name) { return (try? store.chatContact(id))?.keys }
    let contacts = (try? store.chatContacts()) ?? []
    return contacts.first { $0.keys?.isNamed(by: name) == true }?.keys
  }
}
