/// `message.log`: a conversation, oldest first: the newest `limit` messages before a cursor.
package enum MessageLog: ControlMethod {
  package static let method = Method.messageLog

  package struct Params: Codable, Sendable, Hashable {
    /// As `ContactReference.who`; all conversations when absent.
    package var with: String?
    package var limit: Int
    package var beforeCursor: String?

    package init(with: String? = nil, limit: Int, beforeCursor: String? = nil) {
      self.with = with
      self.limit = limit
      self.beforeCursor = beforeCursor
    }
  }

  package struct Result: Codable, Sendable, Hashable {
    package var messages: [MessageView]
    /// Where older messages begin, as the next `beforeCursor`; absent at the end.
    package var nextCursor: String?

    package init(messages: [MessageView], nextCursor: String? = nil) {
      self.messages = messages
      self.nextCursor = nextCursor
    }
  }
}
