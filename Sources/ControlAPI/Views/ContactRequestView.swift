package import World

/// A stranger's first message, waiting for the owner's decision.
package struct ContactRequestView: Codable, Sendable, Hashable {
  package var contact: ContactView
  /// How many messages wait.
  package var messages: Int
  /// The first message: text from outside.
  package var preview: String?
  package var received: Timestamp

  package init(contact: ContactView, messages: Int, preview: String? = nil, received: Timestamp) {
    self.contact = contact
    self.messages = messages
    self.preview = preview
    self.received = received
  }
}
