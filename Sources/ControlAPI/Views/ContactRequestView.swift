package import World

/// A stranger's first message, waiting for the owner's decision.
package struct ContactRequestView: Codable, Sendable, Hashable {
  package var contact: ContactView
  /// How many messages wait.
  package var messages: Int
  /// The first message: text from outside.
  package var preview: String?
  package var received: Timestamp
  /// What it claims that others claim as well; absent when there is nothing.
  package var conflicts: [ConflictView]?

  package init(
    contact: ContactView, messages: Int, preview: String? = nil, received: Timestamp,
    conflicts: [ConflictView]? = nil
  ) {
    self.contact = contact
    self.messages = messages
    self.preview = preview
    self.received = received
    self.conflicts = conflicts
  }
}
