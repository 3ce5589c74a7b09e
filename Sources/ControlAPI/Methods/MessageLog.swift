/// `message.log`: a conversation in the order of its places, which is that of coming, but keeps what one peer wrote in
/// the order of writing: the newest `limit` messages before a cursor, or the oldest after one.
package enum MessageLog: ControlMethod {
  package static let method = Method.messageLog

  package struct Params: Codable, Sendable, Hashable {
    /// As `ContactReference.who`; all conversations when absent.
    package var with: String?
    package var limit: Int
    package var beforeCursor: String?
    /// Not beside `beforeCursor`; the empty text is before the first message.
    package var afterCursor: String?

    package init(
      with: String? = nil, limit: Int, beforeCursor: String? = nil, afterCursor: String? = nil
    ) {
      self.with = with
      self.limit = limit
      self.beforeCursor = beforeCursor
      self.afterCursor = afterCursor
    }
  }

  package struct Result: Codable, Sendable, Hashable {
    package var messages: [MessageView]
    /// Where to go on, as the next `beforeCursor` or `afterCursor`; absent at the end.
    package var nextCursor: String?

    package init(messages: [MessageView], nextCursor: String? = nil) {
      self.messages = messages
      self.nextCursor = nextCursor
    }
  }
}
