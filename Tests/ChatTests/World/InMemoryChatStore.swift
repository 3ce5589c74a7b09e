import Chat
import E2EE
import FileTransfer
import Wire
import World

/// A store in memory. What a turn writes can be undone until it is committed: a crash is a return to the last commit.
final class InMemoryChatStore {
  enum Failure: Error, Equatable {
    case full, duplicateKey, noSuchMessage
    /// A record cannot be read.
    case damaged
  }

  struct Conversation {
    var messages: [MessageKey] = []
    var lastPosition: Int64 = 0
    var lastSent: Int64 = 0
    var lastReceived: Int64 = 0
  }

  struct State {
    var contacts: [NodeID: ChatContact] = [:]
    var messages: [MessageKey: ChatMessage] = [:]
    var conversations: [NodeID: Conversation] = [:]
    var steps: [MessageKey: [DeliveryStep]] = [:]
    /// By sequence.
    var outbox: [NodeID: [OutboxEntry]] = [:]
    /// In the order they came to be.
    var owed: [NodeID: [OwedReceipt]] = [:]
    /// In the order they came.
    var knownNotes: [NodeID: [MessageID]] = [:]
    var earlyNotes: [NodeID: [EarlyNote]] = [:]
    var drafts: [NodeID: String] = [:]
    var files: [FileID: StoredFile] = [:]
    var attachments: [FileID: [UInt8]] = [:]
    var events: [ChatEvent] = []
    var lastCursor: Int64 = 0
    var sessions: [NodeID: PeerSessions] = [:]
    var ring: PreKeyRing?
  }

  private(set) var state = State()
  private var undo: [(inout State) -> Void] = []
  /// Peers whose session record cannot be read.
  var damaged: Set<NodeID> = []
  /// The number of writes until one fails, for cuts inside a call.
  var writesUntilFailure: Int?
  /// Whether the disk has room for files.
  var hasRoomForFiles = true
  /// Sent files whose bytes are on the disk.
  var shelf: Set<FileID> = []

  func commit() { undo = [] }

  func rollback() {
    for step in undo.reversed() { step(&state) }
    undo = []
  }

  /// Replaces all that is kept, as a restored backup does.
  func restore(_ backup: State) {
    state = backup
    undo = []
  }

  private func write<Value>(_ place: WritableKeyPath<State, Value>, _ value: Value) throws(Failure) {
    if let left = writesUntilFailure {
      if left == 0 { throw .full }
      writesUntilFailure = left - 1
    }
    let old = state[keyPath: place]
    nonisolated(unsafe) let place = place
    undo.append { $0[keyPath: place] = old }
    state[keyPath: place] = value
  }
}

extension InMemoryChatStore: ChatStore {
  static func isDamagedRecord(_ failure: Failure) -> Bool { failure == .damaged }

  func preKeyRing() throws(Failure) -> PreKeyRing? { state.ring }
  func savePreKeyRing(_ ring: PreKeyRing) throws(Failure) { try write(\.ring, ring) }

  func peerSessions(with peer: NodeID) throws(Failure) -> PeerSessions? {
    if damaged.contains(peer) { throw .damaged }
    return state.sessions[peer]
  }

  func savePeerSessions(_ sessions: PeerSessions) throws(Failure) {
    try write(\.sessions[sessions.peer], sessions)
    damaged.remove(sessions.peer)
  }

  func removePeerSessions(with peer: NodeID) throws(Failure) { try write(\.sessions[peer], nil) }

  // MARK: Contacts

  func chatContact(_ id: NodeID) throws(Failure) -> ChatContact? { state.contacts[id] }
  func chatContacts() throws(Failure) -> [ChatContact] { state.contacts.values.sorted { $0.nodeID < $1.nodeID } }

  func countChatContacts(_ trust: ChatContact.Trust) throws(Failure) -> Int {
    state.contacts.values.count { $0.trust == trust }
  }

  func saveChatContact(_ contact: ChatContact) throws(Failure) { try write(\.contacts[contact.nodeID], contact) }

  func removeChatContact(_ id: NodeID) throws(Failure) {
    for key in state.conversations[id]?.messages ?? [] {
      try write(\.messages[key], nil)
      try write(\.steps[key], nil)
    }
    try write(\.conversations[id], nil)
    try write(\.outbox[id], nil)
    try write(\.owed[id], nil)
    try write(\.knownNotes[id], nil)
    try write(\.earlyNotes[id], nil)
    try write(\.drafts[id], nil)
    for file in state.files.values where file.key.peer == id { try forget(file) }
    try write(\.contacts[id], nil)
  }

  // MARK: Messages

  func message(_ key: MessageKey) throws(Failure) -> ChatMessage? { state.messages[key] }

  func sentMessage(_ id: MessageID) throws(Failure) -> ChatMessage? {
    state.conversations.keys.lazy
      .compactMap { self.state.messages[MessageKey(peer: $0, direction: .sent, id: id)] }
      .first { !$0.isGone }
  }

  func messages(named beginning: String, amongNewest limit: Int) throws(Failure) -> [ChatMessage] {
    state.messages.values.filter { !$0.isGone && $0.id.text.uppercased().hasPrefix(beginning.uppercased()) }
  }

  func insertMessage(_ message: ChatMessage) throws(Failure) {
    if state.messages[message.key] != nil { throw .duplicateKey }
    var conversation = state.conversations[message.peer] ?? Conversation()
    conversation.messages.append(message.key)
    conversation.lastPosition = max(conversation.lastPosition, message.position)
    switch message.direction {
    case .sent: conversation.lastSent = max(conversation.lastSent, message.sequence)
    case .received: conversation.lastReceived = max(conversation.lastReceived, message.sequence)
    }
    try write(\.conversations[message.peer], conversation)
    try write(\.messages[message.key], message)
  }

  func setState(_ new: DeliveryState, of key: MessageKey) throws(Failure) {
    guard var message = state.messages[key] else { throw .noSuchMessage }
    message.state = new
    try write(\.messages[key], message)
  }

  func updateMessage(_ message: ChatMessage) throws(Failure) {
    guard var old = state.messages[message.key], !old.isGone else { throw .noSuchMessage }
    (old.body, old.editedAt, old.reactions) = (message.body, message.editedAt, message.reactions)
    try write(\.messages[message.key], old)
  }

  func eraseMessage(_ key: MessageKey) throws(Failure) {
    guard let old = state.messages[key] else { return }
    try write(
      \.messages[key],
      ChatMessage(
        key: key, body: "", sentAt: old.sentAt, receivedAt: nil, position: old.position, sequence: old.sequence,
        previous: old.previous, state: old.state, isGone: true))
    try write(\.steps[key], nil)
    if let file = try file(of: key) { try forget(file) }
  }

  private func forget(_ file: StoredFile) throws(Failure) {
    try write(\.attachments[file.id], nil)
    try write(\.files[file.id], nil)
  }

  private var mortal: [(key: MessageKey, end: Timestamp)] {
    state.messages.values.compactMap { (message) -> (key: MessageKey, end: Timestamp)? in
      guard !message.isGone, let end = message.expiresAt else { return nil }
      return (message.key, end)
    }.sorted { ($0.end, $0.key.id.text) < ($1.end, $1.key.id.text) }
  }

  func messages(expiredBy time: Timestamp, limit: Int) throws(Failure) -> [MessageKey] {
    Array(mortal.filter { $0.end <= time }.map(\.key).prefix(limit))
  }

  func settledMessages(storedBefore time: Timestamp, limit: Int) throws(Failure) -> [MessageKey] {
    let settled = state.messages.values.filter { !$0.isGone && $0.state.isFinal }
    let stored = settled.map { (key: $0.key, at: $0.receivedAt ?? $0.sentAt) }
      .sorted { ($0.at, $0.key.id.text) < ($1.at, $1.key.id.text) }
    return stored.prefix(limit).filter { $0.at < time }.map(\.key)
  }

  func nextExpiry() throws(Failure) -> Timestamp? { mortal.first?.end }

  func unreadMessages(
    with peer: NodeID, through place: HistoryPlace?, limit: Int
  ) throws(Failure) -> [MessageKey] {
    let unread = all(with: peer).filter { message in
      message.direction == .received && message.state == .delivered && place.map { message.place <= $0 } ?? true
    }
    return Array(unread.sorted { $0.place < $1.place }.map(\.key).prefix(limit))
  }

  func countUnread(with peer: NodeID) throws(Failure) -> Int {
    try unreadMessages(with: peer, through: nil, limit: .max).count
  }

  func hasReceived(sequence: Int64, from peer: NodeID) throws(Failure) -> Bool {
    everything(with: peer).contains { $0.direction == .received && $0.sequence == sequence }
  }

  func hasReceived(before sequence: Int64, from peer: NodeID) throws(Failure) -> Bool {
    everything(with: peer).contains { $0.direction == .received && $0.sequence < sequence }
  }

  func lastSequence(to peer: NodeID, before sequence: Int64) throws(Failure) -> Int64 {
    everything(with: peer).filter { message in
      guard case .failed = message.state else { return message.direction == .sent && message.sequence < sequence }
      return false
    }.map(\.sequence).max() ?? 0
  }

  private func all(with peer: NodeID) -> [ChatMessage] { everything(with: peer).filter { !$0.isGone } }

  private func everything(with peer: NodeID) -> [ChatMessage] {
    (state.conversations[peer]?.messages ?? []).compactMap { state.messages[$0] }
  }

  func messages(with peer: NodeID, after place: HistoryPlace, limit: Int) throws(Failure) -> [ChatMessage] {
    Array(all(with: peer).filter { $0.place > place }.sorted { $0.place < $1.place }.prefix(limit))
  }

  func messages(
    with peer: NodeID, before place: HistoryPlace?, limit: Int
  ) throws(Failure) -> [ChatMessage] {
    let sorted = all(with: peer).filter { message in place.map { message.place < $0 } ?? true }
      .sorted { $1.place < $0.place }
    return Array(sorted.prefix(limit))
  }

  func countMessages(with peer: NodeID) throws(Failure) -> Int { all(with: peer).count }
  func lastPosition(with peer: NodeID) throws(Failure) -> Int64 { state.conversations[peer]?.lastPosition ?? 0 }
  func lastSequence(to peer: NodeID) throws(Failure) -> Int64 {
    max(state.conversations[peer]?.lastSent ?? 0, state.outbox[peer]?.last?.sequence ?? 0)
  }

  func position(afterSequence sequence: Int64, from peer: NodeID) throws(Failure) -> Int64? {
    guard let last = state.conversations[peer]?.lastReceived, last > sequence else { return nil }
    return all(with: peer).filter { $0.direction == .received && $0.sequence > sequence }.map(\.position).min()
  }

  // MARK: Files

  func file(_ id: FileID) throws(Failure) -> StoredFile? { state.files[id] }
  func file(of key: MessageKey) throws(Failure) -> StoredFile? { state.files.values.first { $0.key == key } }
  func saveFile(_ file: StoredFile) throws(Failure) { try write(\.files[file.id], file) }

  func fetchedFiles() throws(Failure) -> [StoredFile] {
    state.files.values.filter { $0.state == .fetching }.sorted { $0.id < $1.id }
  }

  func openFiles(with peer: NodeID) throws(Failure) -> [StoredFile] {
    state.files.values.filter {
      $0.key.peer == peer && !$0.isWhole && $0.state != .complete && $0.state != .withdrawn
    }.sorted { $0.id < $1.id }
  }
  func holds(_ file: FileID) throws(Failure) -> Bool { shelf.contains(file) }

  func receivedFileBytes(from peer: NodeID) throws(Failure) -> Int64 {
    state.files.values.filter {
      $0.key.peer == peer && $0.key.direction == .received && ($0.state == .fetching || $0.state == .complete)
    }.reduce(0) { $0 + $1.size }
  }

  func hasRoom(forFileOf size: Int64) throws(Failure) -> Bool { hasRoomForFiles }

  func saveAttachment(_ bytes: [UInt8], of id: FileID) throws(Failure) { try write(\.attachments[id], bytes) }
  func attachment(of id: FileID) throws(Failure) -> [UInt8]? { state.attachments[id] }

  // MARK: Traces

  func deliverySteps(of key: MessageKey) throws(Failure) -> [DeliveryStep] { state.steps[key] ?? [] }

  func saveDeliveryStep(_ step: DeliveryStep, at index: Int, of key: MessageKey) throws(Failure) {
    var steps = state.steps[key] ?? []
    if index < steps.count { steps[index] = step } else { steps.append(step) }
    try write(\.steps[key], steps)
  }

  // MARK: Outbox

  func outboxPeers() throws(Failure) -> [NodeID] { state.outbox.keys.sorted() }

  func outbox(of peer: NodeID, after sequence: Int64, limit: Int) throws(Failure) -> [OutboxEntry] {
    Array((state.outbox[peer] ?? []).lazy.filter { $0.sequence > sequence }.prefix(limit))
  }

  func outboxEntry(_ id: MessageID, of peer: NodeID) throws(Failure) -> OutboxEntry? {
    state.outbox[peer]?.first { $0.id == id }
  }

  func saveOutboxEntry(_ entry: OutboxEntry) throws(Failure) {
    var entries = state.outbox[entry.peer] ?? []
    if let index = entries.firstIndex(where: { $0.id == entry.id }) {
      entries[index] = entry
    } else {
      entries.insert(entry, at: entries.firstIndex { $0.sequence > entry.sequence } ?? entries.endIndex)
    }
    try write(\.outbox[entry.peer], entries)
  }

  func removeOutboxEntry(_ id: MessageID, of peer: NodeID) throws(Failure) {
    let entries = (state.outbox[peer] ?? []).filter { $0.id != id }
    try write(\.outbox[peer], entries.isEmpty ? nil : entries)
  }

  func countOutbox(of peer: NodeID?) throws(Failure) -> Int {
    if let peer { return state.outbox[peer]?.count ?? 0 }
    return state.outbox.values.reduce(0) { $0 + $1.count }
  }

  // MARK: Receipts

  func owedReceiptPeers() throws(Failure) -> [NodeID] { state.owed.keys.sorted() }

  func owedReceipts(of peer: NodeID, limit: Int) throws(Failure) -> [OwedReceipt] {
    Array((state.owed[peer] ?? []).prefix(limit))
  }

  func saveOwedReceipt(_ receipt: OwedReceipt) throws(Failure) {
    let others = (state.owed[receipt.peer] ?? []).filter { $0.id != receipt.id }
    try write(\.owed[receipt.peer], others + [receipt])
  }

  func removeOwedReceipt(_ id: MessageID, of peer: NodeID) throws(Failure) {
    let left = (state.owed[peer] ?? []).filter { $0.id != id }
    try write(\.owed[peer], left.isEmpty ? nil : left)
  }

  func countOwedReceipts(of peer: NodeID) throws(Failure) -> Int { state.owed[peer]?.count ?? 0 }

  // MARK: Notes

  func isKnownNote(_ id: MessageID, of peer: NodeID) throws(Failure) -> Bool {
    state.knownNotes[peer]?.contains(id) ?? false
  }

  func saveKnownNote(_ id: MessageID, of peer: NodeID, keeping limit: Int) throws(Failure) {
    try write(\.knownNotes[peer], Array(((state.knownNotes[peer] ?? []) + [id]).suffix(limit)))
  }

  func saveEarlyNote(_ note: EarlyNote, keeping limit: Int) throws(Failure) {
    try write(\.earlyNotes[note.peer], Array(((state.earlyNotes[note.peer] ?? []) + [note]).suffix(limit)))
  }

  func takeEarlyNotes(of peer: NodeID, about target: MessageID) throws(Failure) -> [ChatNote] {
    let all = state.earlyNotes[peer] ?? []
    let wanted = all.filter { $0.target == target }
    if !wanted.isEmpty { try write(\.earlyNotes[peer], all.filter { $0.target != target }) }
    return wanted.map(\.note)
  }

  // MARK: Drafts

  func draft(to peer: NodeID) throws(Failure) -> String? { state.drafts[peer] }
  func saveDraft(_ draft: String?, to peer: NodeID) throws(Failure) { try write(\.drafts[peer], draft) }

  // MARK: Events

  func appendEvent(
    _ kind: ChatEvent.Kind, peer: NodeID, message: MessageKey?, state newState: DeliveryState?,
    contact: ChatEvent.Contact?, at: Timestamp
  ) throws(Failure) -> ChatEvent {
    let event = ChatEvent(
      cursor: state.lastCursor + 1, at: at, kind: kind, peer: peer, message: message, state: newState,
      contact: contact)
    try write(\.lastCursor, event.cursor)
    state.events.append(event)
    undo.append { $0.events.removeLast() }
    return event
  }

  func events(after cursor: Int64, limit: Int) throws(Failure) -> [ChatEvent] {
    Array(state.events.drop { $0.cursor <= cursor }.prefix(limit))
  }

  func eventCursors() throws(Failure) -> (oldest: Int64, last: Int64)? {
    guard state.lastCursor > 0 else { return nil }
    return (state.events.first?.cursor ?? state.lastCursor + 1, state.lastCursor)
  }

  func removeEvents(before cursor: Int64) throws(Failure) {
    try write(\.events, state.events.filter { $0.cursor >= cursor })
  }
}
