import Crypto
package import Wire
package import World

extension PeerSessions {
  /// Begins a session with a verified bundle of the peer (purpose `x3dh`) and makes it the current one; whatever was
  /// before only receives from now on. The peer learns of it by the messages that follow.
  package mutating func initiate(
    toward bundle: VerifiedBundle, usingOneTimePreKey: Bool = true, identity: LocalIdentity, at now: Timestamp,
    using chance: inout some RandomNumberGenerator
  ) throws(SessionError) {
    guard bundle.nodeID == peer, identity.nodeID == own else { throw .wrongPeer }
    let oneTime = usingOneTimePreKey ? bundle.oneTimePreKey : nil
    let ephemeral = X25519.PrivateKey.generate(using: &chance)
    let ratchet: DoubleRatchet
    do {
      let secret = try X3DH.initiatorSecret(
        identity: identity.dhKey, ephemeral: ephemeral, peerIdentity: bundle.dhKey,
        signedPreKey: bundle.signedPreKey.publicKey, oneTimePreKey: oneTime?.publicKey)
      ratchet = try DoubleRatchet.initiator(
        sharedSecret: secret, signedPreKey: bundle.signedPreKey.publicKey, using: &chance)
    } catch {
      throw .unusableKey
    }
    let pending = PendingInitiation(
      ephemeralKey: ephemeral.publicKey, signedPreKeyID: bundle.signedPreKey.id,
      oneTimePreKeyID: oneTime?.id)
    expire(at: now)
    adopt(
      Session(
        id: SessionID(ephemeralKey: ephemeral.publicKey), role: .initiator, openedAt: now, pending: pending,
        ratchet: ratchet),
      at: now)
  }

  /// Encrypts the next message on the current session. `senderBundle` is asked for this node's bundle (audience
  /// `directory`) only while the peer is not known to have the session.
  package mutating func encrypt(
    _ plaintext: [UInt8], messageID: String, senderBundle: () -> PreKeyBundle, at now: Timestamp,
    using chance: inout some RandomNumberGenerator
  ) throws(SessionError) -> SessionMessage {
    yieldToPeer(at: now)
    guard var session = current else { throw .noSession }
    let message: RatchetMessage
    do {
      message = try session.ratchet.encrypt(plaintext, associatedData: associatedData, using: &chance)
    } catch {
      throw SessionError(error)
    }
    current = session
    guard let pending = session.pending else {
      return .message(ChatMessagePayload(ratchetMessage: message, messageID: messageID))
    }
    return .initiation(
      InitiateSessionMessage(
        senderBundle: senderBundle(), ephemeralPublicKey: Base64Data(pending.ephemeralKey),
        usedSignedPreKeyId: pending.signedPreKeyID, usedOneTimePreKeyId: pending.oneTimePreKeyID,
        initialMessage: message, messageID: messageID))
  }
}
