/// What the signature over a signed prekey covers; builds of the original differ. Only one form can hold for a given
/// signature, since the signed texts differ in length.
package enum SignedPreKeyForm: String, CaseIterable, Sendable {
  /// signing key ‖ prekey ‖ the timestamp's eight bytes: the newest builds.
  case keyAndTime
  /// prekey ‖ the timestamp's eight bytes.
  case time
  /// The prekey alone: the oldest builds, and what this node signs.
  case bare

  /// The bytes that are signed.
  package func signedBytes(of bundle: PreKeyBundle) -> [UInt8] {
    switch self {
    case .keyAndTime:
      bundle.signingKeyPublic.bytes + bundle.signedPreKeyPublic.bytes + bundle.timestamp.littleEndianBytes
    case .time: bundle.signedPreKeyPublic.bytes + bundle.timestamp.littleEndianBytes
    case .bare: bundle.signedPreKeyPublic.bytes
    }
  }
}
