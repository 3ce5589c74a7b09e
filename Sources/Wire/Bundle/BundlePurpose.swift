/// What a bundle is about to be used for: it decides how old the bundle may be and what it may hold.
package enum BundlePurpose: Hashable, Sendable {
  /// It came in a hello or an initiation: made within a day, before or after now.
  case hello
  /// It came in an initiation that may have lain in a mailbox: made a day before that, or a day after now.
  case held
  /// A session is opened with it: not older than a day, and not from the future beyond a clock's error.
  case x3dh
  /// It is a record of the DHT: as for a session, signed as a whole, and without a one-time prekey.
  case dht
  /// It was verified before and comes back from the own store: of any age.
  case stored
}
