import Bytes

/// Our extension: one signature over every field of a bundle. Without it a stranger could exchange the one-time
/// prekey, the ML-KEM key, the address or the name of somebody else's bundle, which no other signature covers.
package enum BundleSignature {
  private static let label = "SophaxNode_Bundle_v1"
  /// Of a withdrawal: the signature of the one is never one of the other.
  private static let withdrawalLabel = "SophaxNode_Withdrawal_v1"

  /// What the signature covers: the label, then each field in the order of `PreKeyBundle`, without the signature.
  /// The label and every field are a 32-bit length and the bytes; an optional field has a byte before, 1 when it is
  /// there and 0 when not. Integers are big-endian, the timestamp is the eight bytes of its double, little-endian.
  /// The proof of work comes last and leaves no byte when it is absent, as in bundles signed before there was one.
  package static func signingBytes(_ bundle: PreKeyBundle) -> [UInt8] {
    var writer = ByteWriter(capacity: 1024)
    writer.appendLengthPrefixed(Array((bundle.isWithdrawal ? withdrawalLabel : label).utf8))
    writer.appendLengthPrefixed(bundle.signingKeyPublic.bytes)
    writer.appendLengthPrefixed(bundle.dhIdentityKeyPublic.bytes)
    writer.appendLengthPrefixed(bundle.signedPreKeyPublic.bytes)
    writer.appendLengthPrefixed(bundle.signedPreKeySignature.bytes)
    writer.appendLengthPrefixed(bytes(of: bundle.signedPreKeyId))
    append(bundle.oneTimePreKeyPublic?.bytes, to: &writer)
    append(bundle.oneTimePreKeyId.map(bytes(of:)), to: &writer)
    writer.appendLengthPrefixed(Array(bundle.username.utf8))
    writer.appendLengthPrefixed(bundle.timestamp.littleEndianBytes)
    append(bundle.tcpAddress.map { Array($0.utf8) }, to: &writer)
    append(bundle.avatarData?.bytes, to: &writer)
    append(bundle.mlsKeyPackage?.bytes, to: &writer)
    append(bundle.pqPreKeyPublic?.bytes, to: &writer)
    append(bundle.pqPreKeyId.map(bytes(of:)), to: &writer)
    append(bundle.mldsaPublicKey?.bytes, to: &writer)
    append(bundle.mldsaSPKSignature?.bytes, to: &writer)
    append(bundle.tlsCertFingerprint?.bytes, to: &writer)
    if let work = bundle.identityWork { append(bytes(of: work), to: &writer) }
    return writer.bytes
  }

  private static func append(_ field: [UInt8]?, to writer: inout ByteWriter) {
    writer.append(UInt8(field == nil ? 0 : 1))
    if let field { writer.appendLengthPrefixed(field) }
  }

  private static func bytes(of value: UInt32) -> [UInt8] {
    var writer = ByteWriter(capacity: 4)
    writer.append(value)
    return writer.bytes
  }
}
