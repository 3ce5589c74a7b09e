import Crypto
import Wire
import World

/// An identity whose private keys a test knows.
struct TestIdentity {
  let signing: Ed25519.PrivateKey
  let dh: X25519.PrivateKey
  let signedPreKey: X25519.PrivateKey
  let keys: IdentityKeys

  init(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    signing = .generate(using: &random)
    dh = .generate(using: &random)
    signedPreKey = .generate(using: &random)
    guard let keys = IdentityKeys(signingKey: signing.publicKey, dhKey: dh.publicKey) else {
      preconditionFailure("generated keys have 32 bytes")
    }
    self.keys = keys
  }

  /// A message of this identity.
  func signed(
    _ type: MessageType, payload: [UInt8], at date: WireDate, senderID: String? = nil
  ) -> WireMessage {
    let sender = senderID ?? keys.nodeID.peerID
    let bytes = WireMessage.signingBytes(type: type, payload: payload, senderID: sender, timestamp: date)
    return WireMessage(
      type: type, payload: payload, senderID: sender, timestamp: date, signature: signing.signature(for: bytes))
  }

  /// A bundle with all that this node publishes, signed as a whole; `change` is applied before the signatures.
  func bundle(at date: WireDate, change: (inout PreKeyBundle) -> Void = { _ in }) -> PreKeyBundle {
    var bundle = PreKeyBundle(
      signingKeyPublic: Base64Data(keys.signingKey), dhIdentityKeyPublic: Base64Data(keys.dhKey),
      signedPreKeyPublic: Base64Data(signedPreKey.publicKey), signedPreKeySignature: Base64Data([]),
      signedPreKeyId: 7, username: "alice", timestamp: date, tcpAddress: PeerAddress(keys.onion).text)
    change(&bundle)
    return resigned(bundle)
  }

  /// The bundle with both signatures made anew.
  func resigned(_ bundle: PreKeyBundle) -> PreKeyBundle {
    var bundle = bundle
    let spk = SignedPreKeyForm.bare.signedBytes(of: bundle)
    bundle.signedPreKeySignature = Base64Data(signing.signature(for: spk))
    bundle.bundleSignature = Base64Data(signing.signature(for: BundleSignature.signingBytes(bundle)))
    return bundle
  }
}
