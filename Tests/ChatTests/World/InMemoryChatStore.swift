import Chat
import E2EE
import Wire
import World

/// A store in memory: what was committed, and what the current turn works on. A crash is a return to the former.
final class InMemoryChatStore {
  enum Failure: Error, Equatable {
    case full, duplicateKey, noSuchMessage
    /// A record cannot be read.
    case damaged
  }

  struct State {
    var contacts: [NodeID: ChatContact] = [:]
    var messages: [MessageKey: ChatMessage] = [:]
    var byPeer: [NodeID: [MessageKey]] = [:]
    var steps: [MessageKey: [DeliveryStep]] = [:]
    var outbox: [NodeID: [OutboxEntry]] = [:]
    var events: [ChatEvent] = []
    var lastCursor: Int64 = 0
    var sessions: [NodeID: PeerSessions] = [:]
    var ring: PreKeyRing?
  }

  /// Peers whose session record cannot be read.
  var damaged: Set<NodeID> = []
  private(set) var committed = State()
  var state = State()
  /// The number of writes until one fails, for cuts inside a call.
  var writesUntilFailure: Int?

  init() {}

  /// A store that opens with what another one had committed.
  init(reopening other: InMemoryChatStore) {
    committed = other.committed
    state = other.committed
  }

  func commit() { committed = state }
  func rollback() { state = committed }

  func write() throws(Failure) {
    guard let left = writesUntilFailure else { return }
    if left == 0 { throw .full }
    writesUntilFailure = left - 1
  }
}

extension InMemoryChatStore: ChatStore {
  static func isDamagedRecord(_ failure: Failure) -> Bool { failure == .damaged }

  func preKeyRing() throws(Failure) -> PreKeyRing? { state.ring }

  func savePreKeyRing(_ ring: PreKeyRing) throws(Failure) {
    try write()
    state.ring = ring
  }

  func peerSessions(with peer: NodeID) throws(Failure) -> PeerSessions? {
    if damaged.contains(peer) { throw .damaged }
    return state.sessions[peer]
  }

  func savePeerSessions(_ sessions: PeerSessions) throws(Failure) {
    try write()
    damaged.remove(sessions.peer)
    state.sessions[sessions.peer] = sessions
  }

  func removePeerSessions(with peer: NodeID) throws(Failure) {
    try write()
    state.sessions[peer] = nil
  }

  func chatContact(_ id: NodeID) throws(Failure) -> ChatContact? { state.contacts[id] }

  func chatContacts() throws(Failure) -> [ChatContact] { state.contacts.values.sorted { $0.nodeID < $1.nodeID } }

  func countChatContacts(_ trust: ChatContact.Trust) throws(Failure) -> Int {
    state.contacts.values.count { $0.trust == trust }
  }

  func saveChatContact(_ contact: ChatContact) throws(Failure) {
    try write()
    state.contacts[contact.nodeID] = contact
  }

  func removeChatContact(_ id: NodeID) throws(Failure) {
    try write()
    state.contacts[id] = nil
    state.outbox[id] = nil
    for key in state.byPeer.removeValue(forKey: id) ?? [] {
      state.messages[key] = nil
      state.steps[key] = nil
    }
  }

  func message(_ key: MessageKey) throws(Failure) -> ChatMessage? { state.messages[key] }

  func sentMessage(_ id: MessageID) throws(Failure) -> ChatMessage? {
    state.messages.values.first { $0.direction == .sent && $0.id == id }
  }

  func insertMessage(_ message: ChatMessage) throws(Failure) {
    try write()
    if state.messages[message.key] != nil { throw .duplicateKey }
    state.messages[message.key] = message
    state.byPeer[message.peer, default: []].append(message.key)
  }

  func setState(_ new: DeliveryState, of key: MessageKey) throws(Failure) {
    try write()
    guard let old = state.messages[key] else { throw .noSuchMessage }
    state.messages[key] = ChatMessage(
      key: key, body: old.body, sentAt: old.sentAt, receivedAt: old.receivedAt, position: old.position,
      sequence: old.sequence, state: new)
  }

  private func all(with peer: NodeID) -> [ChatMessage] {
    (state.byPeer[peer] ?? []).compactMap { state.messages[$0] }
  }

  func messages(
    with peer: NodeID, before place: HistoryPlace?, limit: Int
  ) throws(Failure) -> [ChatMessage] {
    let sorted = all(with: peer).filter { message in place.map { message.place < $0 } ?? true }
      .sorted { $1.place < $0.place }
    return Array(sorted.prefix(limit))
  }

  func countMessages(with peer: NodeID) throws(Failure) -> Int { state.byPeer[peer]?.count ?? 0 }

  func lastPosition(with peer: NodeID) throws(Failure) -> Int64 { all(with: peer).map(\.position).max() ?? 0 }

  func position(afterSequence sequence: Int64, from peer: NodeID) throws(Failure) -> Int64? {
    all(with: peer).filter { $0.direction == .received && $0.sequence > sequence }.map(\.position).min()
  }

  func lastSequence(to peer: NodeID) throws(Failure) -> Int64 {
    all(with: peer).filter { $0.direction == .sent }.map(\.sequence).max() ?? 0
  }

  func deliverySteps(of key: MessageKey) throws(Failure) -> [DeliveryStep] { state.steps[key] ?? [] }

  func saveDeliveryStep(_ step: DeliveryStep, at index: Int, of key: MessageKey) throws(Failure) {
    try write()
    var steps = state.steps[key] ?? []
    if index < steps.count { steps[index] = step } else { steps.append(step) }
    state.steps[key] = steps
  }

  func outboxPeers() throws(Failure) -> [NodeID] { state.outbox.keys.sorted() }

  func outbox(of peer: NodeID, after sequence: Int64, limit: Int) throws(Failure) -> [OutboxEntry] {
    Array((state.outbox[peer] ?? []).filter { $0.sequence > sequence }.prefix(limit))
  }

  func outboxEntry(_ id: MessageID, of peer: NodeID) throws(Failure) -> OutboxEntry? {
    state.outbox[peer]?.first { $0.id == id }
  }

  func saveOutboxEntry(_ entry: OutboxEntry) throws(Failure) {
    try write()
    var entries = state.outbox[entry.peer] ?? []
    entries.removeAll { $0.id == entry.id }
    let index = entries.firstIndex { $0.sequence > entry.sequence } ?? entries.endIndex
    entries.insert(entry, at: index)
    state.outbox[entry.peer] = entries
  }

  func removeOutboxEntry(_ id: MessageID, of peer: NodeID) throws(Failure) {
    try write()
    state.outbox[peer]?.removeAll { $0.id == id }
    if state.outbox[peer]?.isEmpty == true { state.outbox[peer] = nil }
  }

  func countOutbox(of peer: NodeID?) throws(Failure) -> Int {
    if let peer { return state.outbox[peer]?.count ?? 0 }
    return state.outbox.values.reduce(0) { $0 + $1.count }
  }

  func appendEvent(
    _ kind: ChatEvent.Kind, peer: NodeID, message: MessageKey?, state newState: DeliveryState?, at: Timestamp
  ) throws(Failure) -> ChatEvent {
    try write()
    state.lastCursor += 1
    let event = ChatEvent(
      cursor: state.lastCursor, at: at, kind: kind, peer: peer, message: message, state: newState)
    state.events.append(event)
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
    try write()
    state.events.removeAll { $0.cursor < cursor }
  }
}
