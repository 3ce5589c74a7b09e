package import Wire

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
    let contact = try kept(in: store, store.chatContact(peer))
    guard let contact else { throw .unknownContact }
    guard contact.trust != .requested else { throw .contactRequested }
    return try kept(in: store, store.messages(with: peer, before: place, limit: page(limit)))
  }

  /// A sent message and its trace, oldest step first.
  package func trace(
    of id: MessageID, in store: some ChatStore
  ) throws(ChatError) -> (message: ChatMessage, steps: [DeliveryStep]) {
    let message = try kept(in: store, store.sentMessage(id))
    guard let message else { throw .unknownMessage }
    let steps = try kept(in: store, store.deliverySteps(of: message.key))
    return (message, steps)
  }

  func page(_ limit: Int) -> Int { min(max(limit, 1), settings.maximumPage) }
}
