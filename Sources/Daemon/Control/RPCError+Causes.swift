package import Chat
import ControlAPI
package import SQLite
import Store

/// The errors below as the control socket tells them.
extension RPCError {
  init(_ error: ChatError) {
    let text = "\(error)"
    switch error {
    case .unknownContact, .unknownMessage, .noRequest: self.init(.notFound, text)
    case .contactRequested, .contactBlocked, .notCancellable, .eventsForgotten: self.init(.stateForbids, text)
    case .ownIdentity, .emptyText, .textTooLong, .nameTooLong: self.init(.badInput, text)
    case .tooManyContacts, .queueFull, .queueOfPeerFull: self.init(.refused, text)
    case .store(let cause):
      if let cause = cause as? StoreError { self.init(cause) } else { self.init(.internalFailure, text) }
    }
  }

  init(_ error: StoreError) {
    self.init(.storeUnusable, "the store failed: \(error)", hint: "nothing of this call was kept")
  }
}

extension ChatError: DatabaseFailure {
  /// The savepoint that a verb of the chat ran in could not be kept.
  package init(database: DatabaseError) { self = .store(StoreError.database(database)) }
}
