/// The params of a `typing` notification: a contact writes, or has stopped. It is not kept.
package struct Typing: Codable, Sendable, Hashable {
  package var nodeID: String
  /// The owner's name for the contact, else what it calls itself.
  package var name: String?
  package var typing: Bool

  package init(nodeID: String, name: String? = nil, typing: Bool) {
    self.nodeID = nodeID
    self.name = name
    self.typing = typing
  }
}
