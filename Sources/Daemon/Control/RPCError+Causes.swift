package import Chat
import ControlAPI
import Glibc
package import SQLite
import Store

/// The errors below as the control socket tells them.
extension RPCError {
  init(_ error: ChatError) {
    let text = "\(error)"
    switch error {
    case .unknownContact: self.init(.notFound, text, hint: "sophax contact list shows all")
    case .unknownMessage: self.init(.notFound, text, hint: "sophax log --json shows the IDs")
    case .contactRequested: self.init(.stateForbids, text, hint: "sophax contact accept WHO")
    case .noFile: self.init(.notFound, text, hint: "sophax file list shows the messages with files")
    case .fileState: self.init(.stateForbids, text)
    case .fileQuota:
      self.init(
        .refused, text, hint: "sophax msg delete ID erases a message with its file; or raise files.quota-megabytes")
    case .noRoomForFile: self.init(.storeUnusable, text, hint: "free disk space")
    case .contactBlocked: self.init(.stateForbids, text, hint: "sophax contact unblock WHO")
    case .foreignAddress:
      self.init(
        .stateForbids, text,
        hint:
          "ask for a fresh link, and do not trust who gave you this one; if it is right, remove the contact it names first"
      )
    case .keyChanged:
      self.init(.stateForbids, text, hint: "ask the contact over another way, then sophax contact trust WHO")
    case .alreadyAccepted, .alreadyBlocked, .notBlocked, .notCancellable, .eventsForgotten, .notAuthor,
      .notEditable,
      .tooOldToEdit, .notRetriable, .keyUnchanged, .keysUnknown, .ownConversation:
      self.init(.stateForbids, text)
    case .verificationFailed:
      self.init(
        .stateForbids, text,
        hint:
          "compare once more; if it differs still, somebody may be between you: ask over another way before you write"
      )
    case .nameTaken: self.init(.stateForbids, text, hint: "sophax contact list shows the names")
    case .ownIdentity, .emptyText, .textTooLong, .nameTooLong, .nameBlank, .nameUnprintable, .nameIsIdentifier,
      .nameIsOwn,
      .beginningTooShort, .badEmoji, .badLifetime, .fileNameTooLong, .mimeTooLong, .badMime,
      .badDuration:
      self.init(.badInput, text)
    case .badSafetyNumber, .badVerificationCode:
      self.init(
        .badInput, text,
        hint: "sophax id show on the other's machine shows the number, contact verify --qr the code")
    case .ambiguousMessage(let ids):
      self.init(.ambiguous, text, hint: "use more of the ID", candidates: ids.map(\.text))
    case .tooManyContacts, .queueFull, .queueOfPeerFull: self.init(.refused, text)
    case .store(let cause):
      if let cause = cause as? StoreError { self.init(cause) } else { self.init(.internalFailure, text) }
    }
  }

  init(_ error: StoreError) {
    self.init(.storeUnusable, "the store failed: \(Self.words(for: error))", hint: Self.hint(for: error))
  }

  /// A database that turns out to be damaged while the node runs is named like one that cannot be opened.
  private static func words(for error: StoreError) -> String {
    switch error {
    case .database(let cause) where cause.kind == .corrupt, .turnLost(let cause) where cause.kind == .corrupt,
      .migration(_, let cause) where cause.kind == .corrupt:
      "the file '\(Vault.databaseName)' is damaged (\(cause.message))"
    case .database, .turnLost, .migration, .newerSchema, .otherMasterKey, .sealBroken, .malformed, .databaseMissing,
      .databaseDamaged, .file, .displaced:
      "\(error)"
    }
  }

  private static let restore = "restore it from a copy"

  private static let mayNotWrite =
    "let this user write the data directory, or mount its file system so that it can be written; nothing was lost"

  private static func hint(for error: StoreError) -> String? {
    switch error {
    case .database(let cause), .turnLost(let cause), .migration(_, let cause):
      switch cause.kind {
      case .corrupt: restore
      case .readOnly: mayNotWrite
      case .full: "free disk space; nothing of this call was kept"
      case .locked: "end the other process that has the file"
      case .constraint, .other: "nothing of this call was kept"
      }
    case .databaseMissing, .databaseDamaged: restore
    case .sealBroken, .malformed: "restore the data directory from a copy"
    case .newerSchema, .displaced: nil
    case .otherMasterKey: "restore both from the same copy"
    case .file(let cause) where [EROFS, EACCES, EPERM].contains(cause.code): mayNotWrite
    case .file: "nothing of this call was kept"
    }
  }
}

extension ChatError: DatabaseFailure {
  /// The savepoint that a verb of the chat ran in could not be kept.
  package init(database: DatabaseError) { self = .store(StoreError.database(database)) }
}
