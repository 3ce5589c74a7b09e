import Crypto
package import Wire
package import World

extension PeerSessions {
  /// What an accepted initiation yields.
  package struct Accepted: Sendable {
    package let plaintext: [UInt8]
    package let sessionID: SessionID
    /// Whether it opened a session that was not there before.
    package let isNewSession: Bool
  }

  /// Opens a message of the current session or of one that it replaced. `sentAt` is the timestamp of the verified
  /// envelope.
  package mutating func decrypt(
    _ message: RatchetMessage, sentAt: Timestamp, at now: Timestamp,
    using chance: inout some RandomNumberGenerator
  ) throws(SessionError) -> [UInt8] {
    guard current != nil || !archived.isEmpty else { throw .noSession }
    var refusal = RatchetError.authenticationFailed
    for place in places {
      guard var session = self[place] else { continue }
      do {
        let plaintext = try session.decrypt(
          message, associatedData: associatedData, sentAt: sentAt, at: now, using: &chance)
        received(session, at: place, repeatsInitiation: false, sentAt: sentAt, now)
        return plaintext
      } catch .authenticationFailed {
        continue
      } catch {
        refusal = error
      }
    }
    throw SessionError(refusal)
  }

  /// Opens the message inside a verified initiation: with the session that it already made, or with a new one. A
  /// one-time prekey is deleted from `preKeys` once the message has opened; both must then be kept together.
  package mutating func accept(
    _ verified: VerifiedInitiation, identity: LocalIdentity, preKeys: inout PreKeyRing, at now: Timestamp,
    using chance: inout some RandomNumberGenerator
  ) throws(SessionError) -> Accepted {
    guard verified.bundle.nodeID == peer, identity.nodeID == own else { throw .wrongPeer }
    let initiation = verified.initiation
    let sentAt = verified.message.timestamp.timestamp
    let id = SessionID(ephemeralKey: initiation.ephemeralPublicKey.bytes)
    if let place = places.first(where: { self[$0]?.id == id }), let known = self[place] {
      let plaintext = try repeated(initiation, in: known, at: place, sentAt: sentAt, now, using: &chance)
      return Accepted(plaintext: plaintext, sessionID: id, isNewSession: false)
    }
    guard !seen.holds(id, signedAt: sentAt) else { throw .replayedInitiation }

    let ratchets = try responderRatchets(initiation, verified.bundle, identity, preKeys)
    let (session, plaintext) = try begin(with: ratchets, initiation, sentAt: sentAt, now, using: &chance)
    if let used = initiation.usedOneTimePreKeyId { preKeys.consume(used) }
    seen.insert(id, signedAt: sentAt)
    expire(at: now)
    if prefersInitiation(signedAt: sentAt, at: now) {
      adopt(session, at: now)
    } else {
      archive(session, at: now)
    }
    return Accepted(plaintext: plaintext, sessionID: id, isNewSession: true)
  }

  /// One more message that repeats an initiation whose session is here.
  private mutating func repeated(
    _ initiation: InitiateSessionMessage, in known: Session, at place: Place, sentAt: Timestamp, _ now: Timestamp,
    using chance: inout some RandomNumberGenerator
  ) throws(SessionError) -> [UInt8] {
    // An initiation of ours that comes back is no message of the peer's.
    guard known.role == .responder else { throw .replayedInitiation }
    var session = known
    let plaintext = try open(initiation.initialMessage, in: &session, sentAt: sentAt, now, using: &chance)
    seen.insert(session.id, signedAt: sentAt)
    received(session, at: place, repeatsInitiation: true, sentAt: sentAt, now)
    return plaintext
  }

  private func open(
    _ message: RatchetMessage, in session: inout Session, sentAt: Timestamp, _ now: Timestamp,
    using chance: inout some RandomNumberGenerator
  ) throws(SessionError) -> [UInt8] {
    do {
      return try session.decrypt(
        message, associatedData: associatedData, sentAt: sentAt, at: now, using: &chance)
    } catch {
      throw SessionError(error)
    }
  }

  /// The session of the first ratchet that opens the message.
  private func begin(
    with ratchets: [DoubleRatchet], _ initiation: InitiateSessionMessage, sentAt: Timestamp, _ now: Timestamp,
    using chance: inout some RandomNumberGenerator
  ) throws(SessionError) -> (Session, [UInt8]) {
    var refusal = SessionError.undecryptable
    for ratchet in ratchets {
      var session = Session(
        id: SessionID(ephemeralKey: initiation.ephemeralPublicKey.bytes), role: .responder,
        handshake: initiation.pqEncapsulatedKey == nil ? .classical : .postQuantum, openedAt: now, ratchet: ratchet)
      do {
        let plaintext = try open(initiation.initialMessage, in: &session, sentAt: sentAt, now, using: &chance)
        return (session, plaintext)
      } catch {
        refusal = error
      }
    }
    throw refusal
  }

  /// One ratchet, or one for each ML-KEM prekey that a build which names none may have meant.
  private func responderRatchets(
    _ initiation: InitiateSessionMessage, _ bundle: VerifiedBundle, _ identity: LocalIdentity,
    _ preKeys: PreKeyRing
  ) throws(SessionError) -> [DoubleRatchet] {
    guard let signed = preKeys.signedPreKey(initiation.usedSignedPreKeyId) else { throw .unknownSignedPreKey }
    var oneTime: X25519.PrivateKey?
    if let used = initiation.usedOneTimePreKeyId {
      oneTime = preKeys.oneTimePreKey(used, shownTo: peer)
      if oneTime == nil { throw .unknownOneTimePreKey }
    }
    let pqSecrets = try pqSecrets(initiation, preKeys)
    do {
      return try pqSecrets.map { (pqSecret) throws(CryptoError) in
        let secret = try X3DH.responderSecret(
          identity: identity.dhKey, signedPreKey: signed, oneTimePreKey: oneTime, peerIdentity: bundle.dhKey,
          peerEphemeral: initiation.ephemeralPublicKey.bytes, pqSharedSecret: pqSecret)
        return DoubleRatchet.responder(sharedSecret: secret, signedPreKey: signed)
      }
    } catch {
      throw .unusableKey
    }
  }

  /// What may be mixed in behind the Diffie-Hellman results.
  private func pqSecrets(
    _ initiation: InitiateSessionMessage, _ preKeys: PreKeyRing
  ) throws(SessionError) -> [SecretBytes?] {
    guard let ciphertext = initiation.pqEncapsulatedKey?.bytes else { return [nil] }
    let used = initiation.usedPQPreKeyId
    let keys = preKeys.pqPreKeys.filter { used == nil || $0.id == used }
    guard !keys.isEmpty else { throw .unknownPQPreKey }
    do {
      return try keys.map { (key) throws(CryptoError) in try key.sharedSecret(in: ciphertext) }
    } catch {
      throw .unusableKey
    }
  }
}
