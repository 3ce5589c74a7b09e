/// Why a use case refused. Nothing of the call was kept.
package enum ChatError: Error {
  /// The node ID is this node's own.
  case ownIdentity
  case unknownContact
  /// The peer wrote first and waits for an answer.
  case contactRequested
  case contactBlocked
  /// There is no request of this peer to accept: it is a contact already.
  case alreadyAccepted
  /// The contact is blocked, and nothing changes.
  case alreadyBlocked
  /// The contact is not blocked, so it cannot be let in again.
  case notBlocked
  /// The address follows from another signing key than the contact's, or is somebody else's.
  case foreignAddress
  case tooManyContacts(limit: Int)
  case emptyText
  case textTooLong(count: Int, limit: Int)
  case nameTooLong(limit: Int)
  case nameBlank
  /// It holds characters that move the cursor or reorder what stands beside them.
  case nameUnprintable
  /// It reads as the beginning of a node ID, an address or a link.
  case nameIsIdentifier
  case nameIsOwn
  case nameTaken
  case queueFull(limit: Int)
  case queueOfPeerFull(limit: Int)
  /// There is none of that ID, or with that beginning.
  case unknownMessage(String)
  /// Several messages have an ID that begins so.
  case ambiguousMessage([MessageID])
  case beginningTooShort(limit: Int)
  /// The message has left in a way that cannot be taken back.
  case notCancellable(DeliveryState)
  /// Only the author may change a text.
  case notAuthor
  /// What is to be changed or sent again has failed, or has not.
  case notEditable(DeliveryState)
  case tooOldToEdit(limit: Duration)
  /// Only a message that waits or was given up is sent again.
  case notRetriable(DeliveryState)
  case badEmoji
  case badLifetime(shortest: Duration, longest: Duration)
  /// Somebody holds the contact's signing key with another identity.
  case keyChanged
  /// There is no other identity to accept.
  case keyUnchanged
  /// What the user typed or scanned is not this contact's.
  case verificationFailed
  /// What the user typed is no safety number: it has so many digits, and so many characters that are none.
  case badSafetyNumber(digits: Int, others: Int)
  /// What the user scanned is no code to verify with.
  case badVerificationCode
  /// The contact's keys are not known yet.
  case keysUnknown
  /// It needs somebody else.
  case ownConversation
  /// Bytes of the name of a file.
  case fileNameTooLong(count: Int, limit: Int)
  /// Bytes of the type of a file.
  case mimeTooLong(count: Int, limit: Int)
  /// The type is none of RFC 6838.
  case badMime
  case badDuration(longest: Duration)
  /// The message has no file.
  case noFile
  /// The file is not in a state for that.
  case fileState(FileState)
  /// The files of one contact take up too much.
  case fileQuota(limit: Int64)
  /// The disk has no room for the file.
  case noRoomForFile
  /// The event log no longer reaches back to the cursor.
  case eventsForgotten(oldest: Int64)
  /// The store failed; its own error says why.
  case store(any Error)
}

extension ChatError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .ownIdentity: "this is the node's own identity: a contact is somebody else"
    case .unknownContact: "there is no such contact: add it first"
    case .contactRequested: "this peer waits for your answer: accept its request first"
    case .contactBlocked: "this contact is blocked: unblock it first"
    case .alreadyAccepted: "this is a contact already: there is no request to accept"
    case .alreadyBlocked: "this contact is blocked already"
    case .notBlocked: "this contact is not blocked"
    case .foreignAddress: "the address is not this contact's: nothing was changed"
    case .tooManyContacts(let limit): "there are \(limit) contacts already: remove some first"
    case .emptyText: "the text is empty or blank: write at least one character that is seen"
    case .textTooLong(let count, let limit): "the text has \(count) bytes, \(limit) is the most: send it as a file"
    case .nameTooLong(let limit): "the name is too long: \(limit) characters is the most"
    case .nameBlank: "the name is blank"
    case .nameUnprintable: "the name holds control characters or others that cannot be seen"
    case .nameIsIdentifier: "the name reads as a node ID, an address or a link: choose one that does not"
    case .nameIsOwn: "\(ContactName.own) is the conversation with yourself: choose another name"
    case .nameTaken: "another contact has that name"
    case .queueFull(let limit): "\(limit) messages wait already: cancel some, or wait until peers come back"
    case .queueOfPeerFull(let limit): "\(limit) messages wait for this peer already: wait until it comes back"
    case .unknownMessage(let id): "there is no message \(id.prefix(80))"
    case .ambiguousMessage(let ids): "\(ids.count) messages have an ID that begins so"
    case .beginningTooShort(let limit): "the beginning of a message ID has at least \(limit) characters"
    case .notCancellable(let state): "the message \(state.words): it cannot be taken back"
    case .notAuthor: "only its author can change a message, take it back or send it again"
    case .notEditable(let state): "the message \(state.words): it cannot be changed"
    case .tooOldToEdit(let limit): "a message can be changed for \(limit.components.seconds / 3600) hours"
    case .notRetriable(let state): "the message \(state.words): there is nothing to send again"
    case .badEmoji: "a reaction is one emoji or one letter"
    case .badLifetime(let shortest, let longest):
      "messages can live from \(shortest.components.seconds) seconds to \(longest.components.seconds / 86_400) days"
    case .keyChanged: "this contact's keys have changed: nothing is sent until you have decided"
    case .keyUnchanged: "this contact's keys have not changed"
    case .verificationFailed: "this does not match: it is not this contact's safety number"
    case .badSafetyNumber(let digits, let others):
      "this is no safety number: 60 digits are needed, and \(digits) were given"
        + (others == 0 ? "" : ", with \(others) other character\(others == 1 ? "" : "s")")
    case .badVerificationCode:
      "this is no code to verify with: one begins with \(VerificationCode.beginning) and names both nodes"
    case .keysUnknown: "this contact's keys are not known yet: it has to be reached once"
    case .ownConversation: "there is nobody but you in this conversation"
    case .fileNameTooLong(let count, let limit): "the name of the file has \(count) bytes, \(limit) is the most"
    case .mimeTooLong(let count, let limit): "the type of the file has \(count) bytes, \(limit) is the most"
    case .badMime: "the type of a file is written like image/png"
    case .badDuration(let longest):
      "a recording lasts from 0 to \(longest.components.seconds) seconds"
    case .noFile: "the message has no file"
    case .fileState(let state): "the file is \(state.rawValue)"
    case .fileQuota(let limit):
      "the files of this contact would take more than \(limit >> 20) MiB: erase some of their messages first"
    case .noRoomForFile: "the disk has no room for the file: make some first"
    case .eventsForgotten(let oldest): "events before \(oldest) are gone: read the history, then follow from there"
    case .store(let error): "the store failed: \(error)"
    }
  }
}

extension ChatError: Equatable {
  /// By what they say: a store's own error need not be comparable.
  package static func == (a: ChatError, b: ChatError) -> Bool { a.description == b.description }
}
