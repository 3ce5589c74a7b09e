package import Wire
import World

extension ChatEngine {
  /// All contacts, blocked ones included, by node ID; not the strangers that wait.
  package func contacts(in store: some ChatStore) throws(ChatError) -> [ChatContact] {
    try kept(in: store, store.chatContacts())
      .filter { $0.trust != .requested }
  }

  /// A page of a conversation, newest first.
  ///
  /// - Parameter place: the place of the last message of the page before; nil for the newest page.
  /// - Parameter limit: at most `ChatSettings.maximumPage` come.
  package func history(
    with peer: NodeID, before place: HistoryPlace? = nil, limit: Int, in store: some ChatStore
  ) throws(ChatError) -> [ChatMessage] {
    try checkReadable(peer, in: store)
    return try kept(in: store, store.messages(with: peer, before: place, limit: page(limit)))
  }

  /// A page of a conversation, oldest first.
  ///
  /// - Parameter place: the place of the last message of the page before; nil to begin with the first message.
  /// - Parameter limit: at most `ChatSettings.maximumPage` come.
  package func history(
    with peer: NodeID, after place: HistoryPlace?, limit: Int, in store: some ChatStore
  ) throws(ChatError) -> [ChatMessage] {
    try checkReadable(peer, in: store)
    let place = place ?? HistoryPlace(position: .min, sequence: .min)
    return try kept(in: store, store.messages(with: peer, after: place, limit: page(limit)))
  }

  private func checkReadable(_ peer: NodeID, in store: some ChatStore) throws(ChatError) {
    guard !isOwnConversation(peer) else { return }
    let contact = try kept(in: store, store.chatContact(peer))
    guard let contact else { throw .unknownContact }
    guard contact.trust != .requested else { throw .contactRequested }
    // What a stranger wrote is no conversation.
    guard contact.former != .requested else { throw .contactBlocked }
  }

  /// The one message that a person means by its ID or a beginning of it, in either case of letters.
  ///
  /// - Parameter direction: only a message of this direction; nil: of either.
  package func message(
    named beginning: String, _ direction: Direction? = nil, in store: some ChatStore
  ) throws(ChatError) -> ChatMessage {
    if let id = MessageID(beginning), let sent = try kept(in: store, store.sentMessage(id)) { return sent }
    guard beginning.utf8.count >= settings.shortestBeginning else {
      throw .beginningTooShort(limit: settings.shortestBeginning)
    }
    let named = try kept(in: store, store.messages(named: beginning, amongNewest: settings.searchedMessages))
    let found = named.filter { direction == nil || $0.direction == direction }
    if found.isEmpty, direction == .sent, !named.isEmpty { throw .notAuthor }
    // A whole ID means its own message, even where another one begins with it.
    let exact = found.filter { $0.id.text.utf8.count == beginning.utf8.count }
    let meant = exact.isEmpty ? found : exact
    guard let message = meant.first else { throw .unknownMessage(beginning) }
    guard meant.count == 1 else { throw .ambiguousMessage(meant.map(\.id)) }
    return message
  }

  /// Whether messages that the peer wrote before this one are missing. What it wrote to an earlier conversation, which was
  /// removed with the contact, is not: whoever has nothing older of the peer misses only what was written since it is
  /// known here. Messages are numbered by the clock of their sender.
  package func hasGap(before message: ChatMessage, in store: some ChatStore) throws(ChatError) -> Bool {
    guard message.direction == .received, message.previous > 0,
      try !kept(in: store, store.hasReceived(sequence: message.previous, from: message.peer))
    else { return false }
    if try kept(in: store, store.hasReceived(before: message.sequence, from: message.peer)) { return true }
    guard let contact = try kept(in: store, store.chatContact(message.peer)) else { return false }
    return message.previous >= contact.addedAt.milliseconds
  }

  /// How a message went, oldest step first.
  package func trace(of key: MessageKey, in store: some ChatStore) throws(ChatError) -> [DeliveryStep] {
    try kept(in: store, store.deliverySteps(of: key))
  }

  func page(_ limit: Int) -> Int { min(max(limit, 1), settings.maximumPage) }
}
