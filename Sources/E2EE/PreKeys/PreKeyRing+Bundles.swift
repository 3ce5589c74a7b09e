import Crypto
package import Wire
package import World

extension PreKeyRing {
  /// The signed bundle for an audience. For a hello it reserves a one-time prekey and refills the pool; without one
  /// the bundle shows only the signed prekey, and sessions made from it lack the one-time secret. The ring must be
  /// kept before the bundle leaves.
  package mutating func bundle(
    for audience: BundleAudience, of identity: LocalIdentity, address: PeerAddress?, avatar: [UInt8]? = nil,
    at now: Timestamp, settings: E2EESettings = E2EESettings(), using chance: inout some RandomNumberGenerator
  ) -> PreKeyBundle {
    let oneTime: OneTimePreKey?
    switch audience {
    case .directory:
      oneTime = nil
    case .hello(let peer, let isContact):
      oneTime = reserve(for: peer, isContact: isContact, at: now, settings)
      refill(settings, using: &chance)
    }
    return sign(oneTime, identity, address, avatar, now)
  }

  /// The signed bundle for everybody, which changes nothing here.
  package func directoryBundle(
    of identity: LocalIdentity, address: PeerAddress?, avatar: [UInt8]? = nil, at now: Timestamp
  ) -> PreKeyBundle {
    sign(nil, identity, address, avatar, now)
  }

  private func sign(
    _ oneTime: OneTimePreKey?, _ identity: LocalIdentity, _ address: PeerAddress?, _ avatar: [UInt8]?,
    _ now: Timestamp
  ) -> PreKeyBundle {
    let signed = currentSignedPreKey
    var bundle = PreKeyBundle(
      signingKeyPublic: Base64Data(identity.signingKey.publicKey),
      dhIdentityKeyPublic: Base64Data(identity.dhKey.publicKey),
      signedPreKeyPublic: Base64Data(signed.key.publicKey),
      signedPreKeySignature: Base64Data([]), signedPreKeyId: signed.id,
      oneTimePreKeyPublic: (oneTime?.key.publicKey).map { Base64Data($0) }, oneTimePreKeyId: oneTime?.id,
      username: identity.username, timestamp: WireDate(now), tcpAddress: address?.text,
      avatarData: avatar.map { Base64Data($0) },
      pqPreKeyPublic: (currentPQPreKey?.publicKey).map { Base64Data($0) }, pqPreKeyId: currentPQPreKey?.id)
    bundle.identityWork = identity.work
    let form = SignedPreKeyForm.bare.signedBytes(of: bundle)
    bundle.signedPreKeySignature = Base64Data(identity.signingKey.signature(for: form))
    bundle.bundleSignature = Base64Data(identity.signingKey.signature(for: BundleSignature.signingBytes(bundle)))
    return bundle
  }
}
