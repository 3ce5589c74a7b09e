import Crypto
package import E2EE
import SQLite

extension NodeStore {
  private static let place = ColumnCipher.Place("identity", "keys", row: 1)

  /// This node's identity; nil until `init` saved one.
  package func identity() throws(StoreError) -> LocalIdentity? {
    try first("SELECT keys FROM identity") { (row) throws(StoreError) in
      try cipher.readState(row.blob(0), at: Self.place) { (bytes) throws(StateError) in
        try LocalIdentity(decoding: bytes)
      }
    }
  }

  /// Keeps the identity, in place of the one before: the keys stay, the name may change.
  package func saveIdentity(_ identity: LocalIdentity) throws(StoreError) {
    try write(
      "INSERT OR REPLACE INTO identity (id, keys) VALUES (1, ?)",
      [.blob(cipher.seal(identity.encoded(), at: Self.place))])
  }
}
