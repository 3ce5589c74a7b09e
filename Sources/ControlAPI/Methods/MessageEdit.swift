/// `message.edit`: changes the text of an own message, here and at the peer.
package enum MessageEdit: ControlMethod {
  package static let method = Method.messageEdit

  package struct Params: Codable, Sendable, Hashable {
    /// As `MessageReference.id`.
    package var id: String
    package var body: String

    package init(id: String, body: String) {
      self.id = id
      self.body = body
    }
  }

  package typealias Result = MessageResult
}
