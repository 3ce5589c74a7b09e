package import Kademlia
package import SQLite

/// A question of the DHT is answered in a savepoint of its own.
extension RecordStoreError: DatabaseFailure {
  package init(database: DatabaseError) { self = .failed(database.description) }
}
