import Chat
import E2EE
import Kademlia
import Reactor
import Relay
import Store
import Transport
import Wire
import World

/// Messages of peers: checked, then handed to whoever acts on their type.
extension Node {
  func received(_ message: UnverifiedMessage, on link: Link) {
    guard let keys = link.keys else { return }
    do throws(RefusalReason) {
      try dispatch(message, by: keys, on: link)
    } catch {
      counters.count("messages.refused.\(error.name)")
    }
  }

  /// The one place that decides what becomes of each type.
  private func dispatch(
    _ message: UnverifiedMessage, by keys: IdentityKeys, on link: Link
  ) throws(RefusalReason) {
    let type = message.message.type
    switch type {
    case .hello:
      _ = try message.verifiedHello(at: loop.now, window: &replays)
    case .initiateSession:
      let initiation = try message.verifiedInitiation(at: loop.now, window: &replays)
      guard initiation.message.sender == keys.nodeID else { throw .wrongSender }
      tellChat { (engine, now) throws(ChatError) in
        try engine.receivedInitiation(initiation, at: now, in: store, using: &chance)
      }
    case .message:
      let verified = try verified(message, by: keys)
      tellChat { (engine, now) throws(ChatError) in
        try engine.receivedMessage(verified, at: now, in: store, using: &chance)
      }
    case .ack:
      let verified = try verified(message, by: keys)
      if let ack = try? Payload.decode(AckMessage.self, from: verified.payload), let note = ack.mailbox {
        return received(note, of: ack.messageID, on: link)
      }
      guard link.isProven else { return counters.count("messages.refused.unproven") }
      tellChat { (engine, now) throws(ChatError) in
        try engine.receivedAck(verified, at: now, in: store, using: &chance)
      }
    case .dhtPing, .dhtFindNode, .dhtStore, .dhtFindValue:
      guard directory.admits(type, on: link.id, at: loop.now.instant) else { return }
      answerQuestion(try verified(message, by: keys), on: link)
    case .dhtPong, .dhtFindNodeResp, .dhtFindValueResp:
      receivedAnswer(try verified(message, by: keys), on: link)
    case .relay: received(relay: try verified(message, by: keys), on: link)
    case .sealed: received(sealed: try verified(message, by: keys))
    case .storeAndForward: received(deposit: try verified(message, by: keys), on: link)
    case .storeAndForwardDelivery: received(delivery: try verified(message, by: keys), on: link)
    case .deadDrop: received(drop: try verified(message, by: keys), on: link)
    case .readReceipt, .reaction, .editMessage:
      let verified = try verified(message, by: keys)
      guard link.isProven else { return counters.count("messages.refused.unproven") }
      tellChat { (engine, now) throws(ChatError) in
        try engine.receivedNote(verified, at: now, in: store, using: &chance)
      }
    case .typing:
      let verified = try verified(message, by: keys)
      guard link.isProven else { return counters.count("messages.refused.unproven") }
      tellChat { (engine, now) throws(ChatError) in
        try engine.receivedTyping(verified, at: now, in: store, using: &chance)
      }
    case .groupMessage, .groupReaction, .groupMemberLeft,
      .groupDeleted, .groupReadReceipt, .channelAnnouncement,
      .groupEditMessage, .senderKeyRequest, .mlsWelcome, .mlsCommit, .mlsMessage, .mlsCommitRequest,
      .mlsReaction, .mlsCoordinatorHandoff, .mlsGroupEditMessage, .deviceLinkRequest, .deviceSyncMessage,
      .sssShareDelivery, .sssShareRequest, .sssShareResponse, .remoteWipe, .channelJoinRequest:
      refuse(type)
    }
  }

  /// Types that this node does not act on: counted and logged, never answered, and not worth a signature check.
  func refuse(_ type: MessageType) {
    counters.count("messages.refused.type.\(type.rawValue)")
    log.debug("a message of type \(type.rawValue) was refused: this node does not act on it")
  }

  private func verified(
    _ message: UnverifiedMessage, by keys: IdentityKeys
  ) throws(RefusalReason) -> VerifiedMessage {
    try message.verified(by: keys, at: loop.now, window: &replays)
  }

  // MARK: The directory

  private func answerQuestion(_ message: VerifiedMessage, on link: Link) {
    do {
      guard let (request, id) = try DHTCodec.decodeRequest(message.type, message.payload) else { return }
      let requester = Requester(link: link.id, nodeID: link.isProven ? link.peer : nil)
      let answer = try store.savepoint { () throws(RecordStoreError) in
        try directory.answer(request, from: requester, isAdmitted: true, at: loop.now)
      }
      guard let answer else { return }
      let (type, payload) = DHTCodec.encode(answer, id: id, sender: identity.nodeID)
      effects.append(.respond(link, type, payload))
    } catch is WireError {
      counters.count("messages.refused.malformed")
    } catch {
      counters.count("directory.answers.lost")
      log.error("directory: a question could not be answered: \(String(describing: error))")
    }
  }

  private func receivedAnswer(_ message: VerifiedMessage, on link: Link) {
    guard link.isProven, let peer = link.peer else { return counters.count("messages.refused.unproven") }
    let decoded: (response: DHTResponse, id: Kademlia.RequestID?)?
    do throws(WireError) {
      decoded = try DHTCodec.decodeResponse(message.type, message.payload)
    } catch {
      return counters.count("messages.refused.malformed")
    }
    guard let (response, id) = decoded else { return }
    let asked = id.map { questions.answered($0, by: peer) }
    awaitHeirs()
    tellDirectory { engine, now in engine.received(response, to: asked, from: peer, at: now, using: &chance) }
  }
}
