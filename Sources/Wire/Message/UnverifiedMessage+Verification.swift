import Bytes
import Crypto
package import World

extension UnverifiedMessage {
  /// Checks a message of a sender whose keys are known, the cheap checks first: time window, sender, replay, and the
  /// signature last. Only a message that passes all is remembered as seen.
  package func verified(
    by keys: IdentityKeys, at now: Moment, window: inout ReplayWindow
  ) throws(RefusalReason) -> VerifiedMessage {
    try checkTime(at: now)
    let seen = try checkEnvelope(by: keys, window)
    window.record(seen, at: now.instant)
    return VerifiedMessage(message, sender: keys.nodeID)
  }

  /// Checks a hello by the keys that it brings along.
  package func verifiedHello(at now: Moment, window: inout ReplayWindow) throws(RefusalReason) -> VerifiedHello {
    try checkTime(at: now)
    let hello = try payload(HelloMessage.self, of: .hello)
    let keys = try UnverifiedMessage.keys(of: hello.bundle)
    let seen = try checkEnvelope(by: keys, window)
    let bundle = try UnverifiedMessage.verified(hello.bundle, at: now.timestamp, .hello)
    window.record(seen, at: now.instant)
    return VerifiedHello(message: VerifiedMessage(message, sender: keys.nodeID), hello: hello, bundle: bundle)
  }

  /// Checks a session initiation by the keys that it brings along.
  package func verifiedInitiation(
    at now: Moment, window: inout ReplayWindow
  ) throws(RefusalReason) -> VerifiedInitiation {
    try checkTime(at: now)
    let initiation = try payload(InitiateSessionMessage.self, of: .initiateSession)
    let keys = try UnverifiedMessage.keys(of: initiation.senderBundle)
    let seen = try checkEnvelope(by: keys, window)
    let bundle = try UnverifiedMessage.verified(initiation.senderBundle, at: now.timestamp, .hello)
    window.record(seen, at: now.instant)
    return VerifiedInitiation(
      message: VerifiedMessage(message, sender: keys.nodeID), initiation: initiation, bundle: bundle)
  }

  // MARK: Inside a seal

  /// Checks a message that was sealed: its carriers could not see it, and it may be as old as what a mailbox holds.
  /// None of these is remembered as seen: they are told to their carrier as received only once they are stored, and
  /// the engines recognise what they have.
  package func verifiedInside(by keys: IdentityKeys, at now: Moment) throws(RefusalReason) -> VerifiedMessage {
    try checkTime(at: now, past: WireLimits.heldPast)
    try checkSignature(by: keys)
    return VerifiedMessage(message, sender: keys.nodeID)
  }

  /// Checks a session initiation that was sealed, by the keys that it brings along.
  package func verifiedInitiationInside(at now: Moment) throws(RefusalReason) -> VerifiedInitiation {
    try checkTime(at: now, past: WireLimits.heldPast)
    let initiation = try payload(InitiateSessionMessage.self, of: .initiateSession)
    let keys = try UnverifiedMessage.keys(of: initiation.senderBundle)
    try checkSignature(by: keys)
    let bundle = try UnverifiedMessage.verified(initiation.senderBundle, at: now.timestamp, .held)
    return VerifiedInitiation(
      message: VerifiedMessage(message, sender: keys.nodeID), initiation: initiation, bundle: bundle)
  }

  // MARK: Checks

  private func checkTime(at now: Moment) throws(RefusalReason) {
    try checkTime(at: now, past: message.type == .relay ? WireLimits.relayedPast : WireLimits.livePast)
  }

  private func checkTime(at now: Moment, past: Double) throws(RefusalReason) {
    let offset = message.timestamp.seconds(after: now.timestamp)
    guard offset > past else { throw .tooOld }
    guard offset < WireLimits.future else { throw .tooNew }
  }

  /// Sender, replay and signature; returns what the replay window has to remember.
  private func checkEnvelope(
    by keys: IdentityKeys, _ window: borrowing ReplayWindow
  ) throws(RefusalReason) -> ReplayWindow.Key {
    guard keys.isNamed(by: message.senderID) else { throw .wrongSender }
    let signed = message.signingBytes
    let key = ReplayWindow.Key(signedBytes: signed, sender: keys.nodeID)
    guard !window.holds(key) else { throw .replayed }
    guard Ed25519.isValid(message.signature, for: signed, publicKey: keys.signingKey) else { throw .badSignature }
    return key
  }

  private func checkSignature(by keys: IdentityKeys) throws(RefusalReason) {
    guard keys.isNamed(by: message.senderID) else { throw .wrongSender }
    guard Ed25519.isValid(message.signature, for: message.signingBytes, publicKey: keys.signingKey) else {
      throw .badSignature
    }
  }

  private func payload<T: Decodable>(_ type: T.Type, of expected: MessageType) throws(RefusalReason) -> T {
    guard message.type == expected else { throw .malformed }
    do throws(WireError) {
      return try Payload.decode(type, from: message.payload)
    } catch {
      throw RefusalReason(error)
    }
  }

  private static func keys(of bundle: PreKeyBundle) throws(RefusalReason) -> IdentityKeys {
    guard let keys = bundle.identityKeys else { throw .bundle(.wrongLength) }
    return keys
  }

  private static func verified(
    _ bundle: PreKeyBundle, at time: Timestamp, _ purpose: BundlePurpose
  ) throws(RefusalReason) -> VerifiedBundle {
    do throws(BundleRefusal) {
      return try bundle.verified(at: time, purpose: purpose)
    } catch {
      throw .bundle(error)
    }
  }
}
