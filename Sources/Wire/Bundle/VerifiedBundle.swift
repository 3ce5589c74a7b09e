/// A bundle whose signatures hold. Only `PreKeyBundle.verified(at:purpose:)` makes one. What no signature covers is
/// nil here, whatever the bundle says.
package struct VerifiedBundle: Hashable, Sendable {
  /// The identity; its node ID follows from its keys.
  package let keys: IdentityKeys
  package let signedPreKey: PublicPreKey
  package let oneTimePreKey: PublicPreKey?
  /// ML-KEM-768, 1184 bytes.
  package let pqPreKey: PublicPreKey?
  /// Trimmed, at most 64 characters; nil when it is empty. Text of a stranger: escape it before showing it.
  package let username: String?
  /// Where the identity listens: its own onion address, or a loopback one.
  package let address: PeerAddress?
  /// JPEG, at most 8 KB.
  package let avatar: [UInt8]?
  /// Leading zero bits of the proof of work on the identity; 0 without one.
  package let workBits: Int
  /// When the bundle was made, by its owner's clock.
  package let timestamp: WireDate
  /// Whether `bundleSignature` holds, and with it every field; else only the keys and the signed prekey do.
  package let isFullySigned: Bool
  /// What the signature of the signed prekey covers.
  package let signedPreKeyForm: SignedPreKeyForm
  /// The bundle itself, to store it or to pass it on.
  package let bundle: PreKeyBundle

  package var nodeID: NodeID { keys.nodeID }
  package var signingKey: [UInt8] { keys.signingKey }
  package var dhKey: [UInt8] { keys.dhKey }

  init(_ bundle: PreKeyBundle, keys: IdentityKeys, form: SignedPreKeyForm, isFullySigned: Bool) {
    self.keys = keys
    self.bundle = bundle
    self.isFullySigned = isFullySigned
    signedPreKeyForm = form
    timestamp = bundle.timestamp
    signedPreKey = PublicPreKey(id: bundle.signedPreKeyId, publicKey: bundle.signedPreKeyPublic.bytes)
    let believed = isFullySigned ? bundle : nil
    oneTimePreKey = VerifiedBundle.preKey(believed?.oneTimePreKeyId, believed?.oneTimePreKeyPublic)
    pqPreKey = VerifiedBundle.preKey(believed?.pqPreKeyId, believed?.pqPreKeyPublic)
    username = (believed?.trimmedUsername).flatMap { $0.isEmpty ? nil : $0 }
    avatar = believed?.avatarData?.bytes
    workBits = believed?.identityWork.map { IdentityWork.bits(of: $0, for: keys.nodeID) } ?? 0
    address = believed?.tcpAddress.flatMap { VerifiedBundle.address($0, of: keys) }
  }

  /// A key without a number, or a number without a key, counts as none.
  private static func preKey(_ id: UInt32?, _ key: Base64Data?) -> PublicPreKey? {
    guard let id, let key else { return nil }
    return PublicPreKey(id: id, publicKey: key.bytes)
  }

  /// An onion address that is not derived from the signing key is somebody else's.
  private static func address(_ text: String, of keys: IdentityKeys) -> PeerAddress? {
    guard let address = PeerAddress(text) else { return nil }
    // The checksum is right, so the address is that of its key.
    if let onion = address.onion, onion.publicKey != keys.signingKey { return nil }
    return address
  }
}
