package import Chat
package import SQLite

/// A verb of the chat runs in a savepoint of its own.
extension ChatError: DatabaseFailure {
  package init(database: DatabaseError) { self = .store(StoreError.database(database)) }
}
