/// `message.read`: the owner has seen a conversation; the peer is told unless receipts are off.
package enum MessageRead: ControlMethod {
  package static let method = Method.messageRead

  package struct Params: Codable, Sendable, Hashable {
    /// As `ContactReference.who`.
    package var with: String
    /// The cursor of the last message that was seen; all of them when absent.
    package var through: String?

    package init(with: String, through: String? = nil) {
      self.with = with
      self.through = through
    }
  }

  package struct Result: Codable, Sendable, Hashable {
    /// How many were unread.
    package var read: Int
    package var contact: ContactView

    package init(read: Int, contact: ContactView) {
      self.read = read
      self.contact = contact
    }
  }
}
