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
    let pq = try PeerSessions.encapsulate(toward: bundle, using: &chance)
    let ephemeral = X25519.PrivateKey.generate(using: &chance)
    let ratchet: DoubleRatchet
    do {
      let secret = try X3DH.initiatorSecret(
        identity: identity.dhKey, ephemeral: ephemeral, peerIdentity: bundle.dhKey,
        signedPreKey: bundle.signedPreKey.publicKey, oneTimePreKey: oneTime?.publicKey,
        pqSharedSecret: pq?.sharedSecret)
      ratchet = try DoubleRatchet.initiator(
        sharedSecret: secret, signedPreKey: bundle.signedPreKey.publicKey, using: &chance)
    } catch {
      throw .unusableKey
    }
    let pending = PendingInitiation(
      ephemeralKey: ephemeral.publicKey, signedPreKeyID: bundle.signedPreKey.id,
      oneTimePreKeyID: oneTime?.id, pq: pq?.encapsulation)
    expire(at: now)
    adopt(
      Session(
        id: SessionID(ephemeralKey: ephemeral.publicKey), role: .initiator,
        handshake: pq == nil ? .classical : .postQuantum, openedAt: now, pending: pending, ratchet: ratchet),
      at: now)
  }

  /// A secret for the ML-KEM prekey of a bundle; nil when it shows none.
  private static func encapsulate(
    toward bundle: VerifiedBundle, using chance: inout some RandomNumberGenerator
  ) throws(SessionError) -> (encapsulation: PQEncapsulation, sharedSecret: SecretBytes)? {
    guard let preKey = bundle.pqPreKey else { return nil }
    do {
      let made = try MLKEM768.EncapsulationKey(rawBytes: preKey.publicKey).encapsulate(using: &chance)
      return (PQEncapsulation(preKeyID: preKey.id, ciphertext: made.ciphertext), made.sharedSecret)
    } catch {
      throw .unusableKey
    }
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
        initialMessage: message, pqEncapsulatedKey: pending.pq.map { Base64Data($0.ciphertext) },
        usedPQPreKeyId: pending.pq?.preKeyID, messageID: messageID))
  }
}
