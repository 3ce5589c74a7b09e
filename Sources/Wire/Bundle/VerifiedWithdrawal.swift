package import World

/// A withdrawal whose signature holds: the owner of an identity takes its record in the DHT back. Only
/// `PreKeyBundle.verifiedWithdrawal(at:)` makes one.
///
/// On the wire it is a bundle with `withdrawn`, zeros for the signed prekey and its signature, and nothing that is
/// optional, so that it travels wherever a bundle does. To a decoder without the extension it is a bundle whose prekey
/// is badly signed, which nobody keeps or begins a session with.
package struct VerifiedWithdrawal: Hashable, Sendable {
  package let keys: IdentityKeys
  /// When the record was taken back: it undoes every bundle that was signed before.
  package let timestamp: WireDate
  /// What goes over the wire.
  package let bundle: PreKeyBundle

  package var nodeID: NodeID { keys.nodeID }
}

extension PreKeyBundle {
  package var isWithdrawal: Bool { withdrawn == true }

  /// A withdrawal that is yet to be signed, over `BundleSignature.signingBytes`.
  package static func withdrawal(of keys: IdentityKeys, at time: Timestamp) -> PreKeyBundle {
    PreKeyBundle(
      signingKeyPublic: Base64Data(keys.signingKey), dhIdentityKeyPublic: Base64Data(keys.dhKey),
      signedPreKeyPublic: Base64Data([UInt8](repeating: 0, count: 32)),
      signedPreKeySignature: Base64Data([UInt8](repeating: 0, count: 64)), signedPreKeyId: 0, username: "",
      timestamp: WireDate(time), withdrawn: true)
  }

  /// Checks form, age and signature, in this order.
  /// - Parameters:
  ///   - isHeld: whether it comes back from the own store, where it may be of any age.
  ///   - proven: signatures that need not be checked again, and where those that hold are noted.
  package func verifiedWithdrawal(
    at now: Timestamp, isHeld: Bool, proven: ProvenSignatures? = nil
  ) throws(BundleRefusal) -> VerifiedWithdrawal {
    guard let keys = identityKeys, hasRightLengths, isWithdrawal else { throw .wrongLength }
    guard isBare(of: keys) else { throw .tooLarge }
    let age = -timestamp.seconds(after: now)
    guard isHeld || age < WireLimits.withdrawalAge else { throw .stale }
    guard isHeld || age > -WireLimits.clockSkew else { throw .fromTheFuture }
    guard bundleSignature != nil else { throw .notFullySigned }
    try checkBundleSignature(over: BundleSignature.signingBytes(self), proven)
    return VerifiedWithdrawal(keys: keys, timestamp: timestamp, bundle: self)
  }

  /// Whether it says nothing but that its identity withdraws.
  private func isBare(of keys: IdentityKeys) -> Bool {
    var bare = PreKeyBundle.withdrawal(of: keys, at: Timestamp(milliseconds: 0))
    bare.timestamp = timestamp
    bare.bundleSignature = bundleSignature
    return self == bare
  }
}
