package import Crypto

/// What opens the store. Files are read by the side that opens it, which also checks who else may read them.
package enum StoreKey: Sendable {
  /// Typed by a person.
  case passphrase(SecretBytes)
  /// The first line of a file of the user's own.
  case passphraseFile(String)
  /// A credential that systemd hands to the service.
  case credential(String)
  /// 32 random bytes in a file, for a node that starts unattended.
  case keyFile(String)
}
