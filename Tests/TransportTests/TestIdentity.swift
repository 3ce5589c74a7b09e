import Crypto
import Transport
import Wire
import World

/// An identity that follows from a seed, with a bundle of its own making.
struct TestIdentity: LinkIdentity {
  let keys: IdentityKeys
  let signer: Ed25519.PrivateKey
  var address: String?
  /// What the bundle says its age is.
  var bundleAge = Duration.zero

  init(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    signer = .generate(using: &random)
    let dh = X25519.PrivateKey.generate(using: &random)
    guard let keys = IdentityKeys(signingKey: signer.publicKey, dhKey: dh.publicKey) else {
      preconditionFailure("generated keys have the right lengths")
    }
    self.keys = keys
  }

  var nodeID: NodeID { keys.nodeID }

  func helloBundle(for peer: NodeID?, at now: Moment) -> PreKeyBundle {
    let preKey = [UInt8](repeating: 9, count: 32)
    var bundle = PreKeyBundle(
      signingKeyPublic: Base64Data(keys.signingKey), dhIdentityKeyPublic: Base64Data(keys.dhKey),
      signedPreKeyPublic: Base64Data(preKey), signedPreKeySignature: Base64Data(signature(for: preKey)),
      signedPreKeyId: 1, username: "test", timestamp: WireDate(now.timestamp - bundleAge), tcpAddress: address)
    bundle.bundleSignature = Base64Data(signature(for: BundleSignature.signingBytes(bundle)))
    return bundle
  }

  func signature(for bytes: [UInt8]) -> [UInt8] { signer.signature(for: bytes) }

  func signed(_ type: MessageType, _ payload: some Encodable, at now: Moment) -> WireMessage {
    let payload = Payload.encode(payload)
    let date = WireDate(now.timestamp)
    let signed = WireMessage.signingBytes(
      type: type, payload: payload, senderID: nodeID.peerID, timestamp: date)
    return WireMessage(
      type: type, payload: payload, senderID: nodeID.peerID, timestamp: date, signature: signature(for: signed))
  }

  /// A hello as somebody might send it, honest or not.
  func hello(
    challenge: [UInt8]? = nil, response: [UInt8]? = nil, answering: String? = nil, at now: Moment
  ) -> WireMessage {
    let hello = HelloMessage(
      bundle: helloBundle(for: nil, at: now), challenge: challenge.map { Base64Data($0) },
      challengeResponse: response.map { Base64Data($0) }, answering: answering)
    return signed(.hello, hello, at: now)
  }

  func proof(side: LinkSide, of challenge: [UInt8], own: [UInt8], to asker: NodeID) -> [UInt8] {
    signature(
      for: HelloProof.signingBytes(
        side: side, challenge: challenge, ownChallenge: own, prover: nodeID, asker: asker))
  }
}
