/// Why a bundle is not believed.
package enum BundleRefusal: String, Error, CaseIterable, Sendable {
  /// A key, signature or fingerprint has not the length that it must have, or half of a pair is missing.
  case wrongLength = "wrong_length"
  /// All fields together are larger than a bundle may be.
  case tooLarge = "too_large"
  /// The name has more characters, or bytes, than a name may have.
  case usernameTooLong = "username_too_long"
  /// The avatar has more bytes than an avatar may have.
  case avatarTooLarge = "avatar_too_large"
  /// It was made too long ago for this purpose.
  case stale
  /// It claims to be made later than a clock's error explains.
  case fromTheFuture = "from_the_future"
  /// It is a record of the DHT and gives the same one-time prekey to everybody.
  case oneTimePreKeyInRecord = "one_time_prekey_in_record"
  /// It takes the record of its owner back: nothing is done with it but that.
  case withdrawn
  /// It is a record of the DHT and not signed as a whole.
  case notFullySigned = "not_fully_signed"
  /// No form of the signature over the signed prekey holds.
  case badSignedPreKey = "bad_signed_prekey"
  /// The signature over the whole bundle does not hold.
  case badBundleSignature = "bad_bundle_signature"
}
