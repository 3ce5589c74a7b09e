package import E2EE
package import FileTransfer
package import Wire
package import World

/// What the chat needs kept. One call of the engine runs inside one transaction of the implementer's; the directives
/// that it returns are carried out after the commit.
///
/// Every function may throw the implementer's `Failure`; the call is then undone as a whole. Lists are in the order
/// each function states.
package protocol ChatStore: PreKeyStore, SessionStore {
  /// Whether a failure says that one record cannot be read, and not that the store fails: a session is then begun
  /// anew.
  static func isDamagedRecord(_ failure: Failure) -> Bool

  // MARK: Contacts

  /// The record of one node, whatever its trust.
  func chatContact(_ id: NodeID) throws(Failure) -> ChatContact?
  /// All records, by node ID. The engine keeps them within `ChatSettings.maximumContacts`.
  func chatContacts() throws(Failure) -> [ChatContact]
  /// How many records have this trust.
  func countChatContacts(_ trust: ChatContact.Trust) throws(Failure) -> Int
  /// Inserts or replaces.
  func saveChatContact(_ contact: ChatContact) throws(Failure)
  /// Removes the record with its messages, their traces, its outbox, its receipts, its notes and its draft; nothing
  /// when there is none.
  func removeChatContact(_ id: NodeID) throws(Failure)

  // MARK: Messages

  /// One message; what was erased is there with `isGone`.
  func message(_ key: MessageKey) throws(Failure) -> ChatMessage?
  /// The message that this node sent under an ID, to whomever, unless it was erased.
  func sentMessage(_ id: MessageID) throws(Failure) -> ChatMessage?
  /// Those of the newest `limit` messages, whatever their conversation, whose ID begins with `beginning`, in either
  /// case of letters; erased ones are left out.
  func messages(named beginning: String, amongNewest limit: Int) throws(Failure) -> [ChatMessage]
  /// Adds a message; its key is new.
  func insertMessage(_ message: ChatMessage) throws(Failure)
  func setState(_ state: DeliveryState, of key: MessageKey) throws(Failure)
  /// Replaces the text, the time of the last edit and the reactions of a message that is there.
  func updateMessage(_ message: ChatMessage) throws(Failure)
  /// Leaves nothing of a message but its name, its place and its state; its trace goes too.
  func eraseMessage(_ key: MessageKey) throws(Failure)
  /// Up to `limit` messages that are to be erased by `time`, the longest due first.
  func messages(expiredBy time: Timestamp, limit: Int) throws(Failure) -> [MessageKey]
  /// Up to `limit` messages that wait for nothing any more, erased ones left out, and were stored before `time`, in the
  /// order in which they were stored.
  func settledMessages(storedBefore time: Timestamp, limit: Int) throws(Failure) -> [MessageKey]
  /// When the next message is to be erased.
  func nextExpiry() throws(Failure) -> Timestamp?
  /// Up to `limit` messages of a conversation, both directions, that stand before `place` (nil: the newest), newest
  /// first: by position, then sequence, both descending. Erased ones are left out.
  func messages(with peer: NodeID, before place: HistoryPlace?, limit: Int) throws(Failure) -> [ChatMessage]
  /// Up to `limit` messages of a conversation that stand after `place`, oldest first. Erased ones are left out.
  func messages(with peer: NodeID, after place: HistoryPlace, limit: Int) throws(Failure) -> [ChatMessage]
  func countMessages(with peer: NodeID) throws(Failure) -> Int
  /// Up to `limit` received messages that are not read, at `place` or before it (nil: all), oldest first.
  func unreadMessages(with peer: NodeID, through place: HistoryPlace?, limit: Int) throws(Failure) -> [MessageKey]
  func countUnread(with peer: NodeID) throws(Failure) -> Int
  /// The greatest position in a conversation, 0 when it is empty.
  func lastPosition(with peer: NodeID) throws(Failure) -> Int64
  /// The least position among the messages received from `peer` whose sequence is greater than `sequence`.
  func position(afterSequence sequence: Int64, from peer: NodeID) throws(Failure) -> Int64?
  /// Whether a message with this sequence was received from `peer`, erased ones included.
  func hasReceived(sequence: Int64, from peer: NodeID) throws(Failure) -> Bool

  /// Whether a message with a lower sequence has come from a peer, erased or not.
  func hasReceived(before sequence: Int64, from peer: NodeID) throws(Failure) -> Bool
  /// The greatest sequence below `sequence` among the messages sent to `peer` that were not given up, 0 when there is
  /// none.
  func lastSequence(to peer: NodeID, before sequence: Int64) throws(Failure) -> Int64
  /// The greatest sequence among the messages sent to `peer` and what waits in its outbox, 0 when there is none.
  func lastSequence(to peer: NodeID) throws(Failure) -> Int64

  // MARK: Files

  func file(_ id: FileID) throws(Failure) -> StoredFile?
  /// The file of a message that was not erased.
  func file(of key: MessageKey) throws(Failure) -> StoredFile?
  /// Inserts or replaces. With its message it goes as well.
  func saveFile(_ file: StoredFile) throws(Failure)
  /// All that are to be fetched, by their names.
  func fetchedFiles() throws(Failure) -> [StoredFile]
  /// Those of a peer, of both directions, that are fetched apart and are neither whole nor taken back, by their names.
  func openFiles(with peer: NodeID) throws(Failure) -> [StoredFile]
  /// Whether there is anything on the disk of a file that is fetched apart.
  func holds(_ file: FileID) throws(Failure) -> Bool
  /// Bytes of received files of a peer that are here or are being fetched.
  func receivedFileBytes(from peer: NodeID) throws(Failure) -> Int64
  /// Whether the disk has room for so many bytes and leaves its reserve.
  func hasRoom(forFileOf size: Int64) throws(Failure) -> Bool
  /// Keeps the bytes of a file that goes with its message, as long as the file.
  func saveAttachment(_ bytes: [UInt8], of id: FileID) throws(Failure)
  func attachment(of id: FileID) throws(Failure) -> [UInt8]?

  // MARK: Traces

  /// The trace of a message, in order; at most `ChatSettings.maximumSteps`.
  func deliverySteps(of key: MessageKey) throws(Failure) -> [DeliveryStep]
  /// Writes step number `index` (from 0), inserting or replacing it.
  func saveDeliveryStep(_ step: DeliveryStep, at index: Int, of key: MessageKey) throws(Failure)

  // MARK: Outbox

  /// The peers that have anything in the outbox, by node ID.
  func outboxPeers() throws(Failure) -> [NodeID]
  /// Up to `limit` entries of one peer with a sequence greater than `sequence`, by sequence.
  func outbox(of peer: NodeID, after sequence: Int64, limit: Int) throws(Failure) -> [OutboxEntry]
  func outboxEntry(_ id: MessageID, of peer: NodeID) throws(Failure) -> OutboxEntry?
  /// Inserts or replaces.
  func saveOutboxEntry(_ entry: OutboxEntry) throws(Failure)
  func removeOutboxEntry(_ id: MessageID, of peer: NodeID) throws(Failure)
  /// How many entries there are, of one peer or (nil) of all.
  func countOutbox(of peer: NodeID?) throws(Failure) -> Int

  // MARK: Receipts

  /// The peers that are owed receipts, by node ID.
  func owedReceiptPeers() throws(Failure) -> [NodeID]
  /// Up to `limit` receipts owed to a peer, in the order they came to be.
  func owedReceipts(of peer: NodeID, limit: Int) throws(Failure) -> [OwedReceipt]
  /// Inserts or replaces.
  func saveOwedReceipt(_ receipt: OwedReceipt) throws(Failure)
  func removeOwedReceipt(_ id: MessageID, of peer: NodeID) throws(Failure)
  func countOwedReceipts(of peer: NodeID) throws(Failure) -> Int

  // MARK: Notes

  /// Whether a note of this name came from the peer, among the last `limit` or so.
  func isKnownNote(_ id: MessageID, of peer: NodeID) throws(Failure) -> Bool
  /// Remembers the name of a note, and forgets all but the last `limit` of the peer.
  func saveKnownNote(_ id: MessageID, of peer: NodeID, keeping limit: Int) throws(Failure)
  /// Keeps a note, and forgets all but the last `limit` of the peer.
  func saveEarlyNote(_ note: EarlyNote, keeping limit: Int) throws(Failure)
  /// The notes about a message that came before it, in order; they are kept no longer.
  func takeEarlyNotes(of peer: NodeID, about target: MessageID) throws(Failure) -> [ChatNote]

  // MARK: Drafts

  /// What the user has begun to write to a peer.
  func draft(to peer: NodeID) throws(Failure) -> String?
  /// Replaces it; nil removes it.
  func saveDraft(_ draft: String?, to peer: NodeID) throws(Failure)

  // MARK: Events

  /// Appends an event under a cursor greater than any given before, removed ones included.
  func appendEvent(
    _ kind: ChatEvent.Kind, peer: NodeID, message: MessageKey?, state: DeliveryState?,
    contact: ChatEvent.Contact?, at: Timestamp
  ) throws(Failure) -> ChatEvent
  /// Up to `limit` events after a cursor, oldest first.
  func events(after cursor: Int64, limit: Int) throws(Failure) -> [ChatEvent]
  /// The cursor of the oldest event kept and of the last one ever given; nil before the first event.
  func eventCursors() throws(Failure) -> (oldest: Int64, last: Int64)?
  /// Forgets all events before a cursor.
  func removeEvents(before cursor: Int64) throws(Failure)
}
