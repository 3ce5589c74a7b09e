/// The bounds of the wire, each with its reason.
package enum WireLimits {
  /// The longest frame. An attachment of 1.7 MB still fits, inflated by three layers of base64; it is what every
  /// build of the original with a cap of its own accepts, or more.
  package static let maximumFrame = 4 << 20

  // Payload caps, by what the payload holds.

  /// Identifiers, a flag, an emoji, a short name: 2 KiB is several times the largest honest one.
  static let tiny = 2 << 10
  /// A list of 20 contacts (4 KB) or of 100 members (7 KB), or a small struct inside a ratchet message, which is
  /// padded and inflated twice by base64.
  static let small = 16 << 10
  /// 1,500 message identifiers: more unread messages than a screen marks at once.
  static let identifierList = 64 << 10
  /// A bundle of `maximumBundle` bytes inflated by base64 and by escaping in the username, and the fields beside.
  static let bundlePayload = 64 << 10
  /// One bundle for each of the 20 matches that a prefix lookup may return, and the closest nodes.
  static let bundlesPayload = 20 * bundlePayload
  /// A KeyPackage in a ratchet message, or 64 KiB of text as MLS ciphertext: both inflated twice.
  static let medium = 128 << 10
  /// 65,536 bytes of text, each of which JSON may write as six, and the identifiers beside.
  static let editedText = 6 * 65_536 + tiny
  /// What many nodes hold or every member receives: a ratchet tree of some hundred members, a text with its history.
  static let large = 1 << 20
  /// Anything with an attachment: as much as base64 lets into one frame.
  static let wholeFrame = maximumFrame / 4 * 3

  // Freshness, in seconds after now; timestamps on the bounds are refused.

  /// How old a message on a link may be: a slow circuit, and a clock that is minutes off.
  static let livePast = -300.0
  /// A relayed message took several such circuits.
  static let relayedPast = -600.0
  /// A message inside a seal may have lain in a mailbox for 48 hours, and travelled before and after.
  package static let heldPast = -173_400.0
  /// How far ahead of ours the sender's clock may be.
  static let future = 30.0

  /// How long a message is remembered: as long as a relayed one can be accepted, 600 seconds after it was signed,
  /// and it may have come 30 seconds before that.
  package static let replayLifetime = Duration.seconds(631)
  /// How many are remembered: 100 a second for that time, in about 4 MB.
  package static let replayEntries = 65_536

  // Bundles.

  /// All fields of a bundle: every optional key, an avatar, and a KeyPackage with credentials and extensions.
  package static let maximumBundle = 32 << 10
  /// Characters of a name, as the original counts them.
  package static let usernameCharacters = 64
  /// Bytes of a name: a character may be built of any number of them, and 64 emoji families take 1,152.
  package static let usernameBytes = 2 << 10
  /// Bytes of an avatar: a JPEG of 64 × 64 pixels.
  package static let avatar = 8 << 10
  /// Seconds for which a bundle serves. Bundles are published again every 12 hours.
  static let bundleAge = 86_400.0
  /// Seconds for which a withdrawal is passed on: a day longer than the 25 hours that a record may live, so that no copy
  /// of what it undoes is left when it goes.
  package static let withdrawalAge = 49 * 3600.0
  /// Seconds by which another clock may be ahead when the age of a bundle is judged.
  static let clockSkew = 300.0
}
