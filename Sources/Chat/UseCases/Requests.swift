import Wire

/// A stranger that wrote first, and what it wrote, oldest first.
package struct ContactRequest: Hashable, Sendable {
  package let contact: ChatContact
  package let messages: [ChatMessage]
}

extension ChatEngine {
  /// The strangers that wait for an answer.
  package func requests(in store: some ChatStore) throws(ChatError) -> [ContactRequest] {
    let contacts = try kept(in: store, store.chatContacts())
    var requests: [ContactRequest] = []
    for contact in contacts where contact.trust == .requested {
      let messages = try kept(
        in: store, store.messages(with: contact.nodeID, before: nil, limit: settings.maximumMessagesPerRequest))
      requests.append(ContactRequest(contact: contact, messages: messages.reversed()))
    }
    return requests
  }
}
