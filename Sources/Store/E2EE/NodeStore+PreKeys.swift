import Crypto
package import E2EE
import SQLite

extension NodeStore: PreKeyStore {
  private static let place = ColumnCipher.Place("prekeys", "ring", row: 1)

  package func preKeyRing() throws(StoreError) -> PreKeyRing? {
    try first("SELECT ring FROM prekeys") { (row) throws(StoreError) in
      try cipher.readState(row.blob(0), at: Self.place) { (bytes) throws(StateError) in
        try PreKeyRing(decoding: bytes)
      }
    }
  }

  package func savePreKeyRing(_ ring: PreKeyRing) throws(StoreError) {
    try write(
      "INSERT OR REPLACE INTO prekeys (id, ring) VALUES (1, ?)",
      [.blob(cipher.seal(ring.encoded(), at: Self.place))])
  }
}
