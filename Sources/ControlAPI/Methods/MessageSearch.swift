/// `message.search`: messages in which all words of a text occur, the newest first, some way back into the history.
package enum MessageSearch: ControlMethod {
  package static let method = Method.messageSearch

  package struct Params: Codable, Sendable, Hashable {
    /// The words; either case of letters will do.
    package var text: String
    /// As `ContactReference.who`; all conversations when absent.
    package var with: String?
    package var limit: Int
    package var beforeCursor: String?

    package init(text: String, with: String? = nil, limit: Int, beforeCursor: String? = nil) {
      self.text = text
      self.with = with
      self.limit = limit
      self.beforeCursor = beforeCursor
    }
  }

  package struct Result: Codable, Sendable, Hashable {
    /// Newest first.
    package var messages: [MessageView]
    /// How many messages this call has looked through: it ends after some, whether it found any or not.
    package var examined: Int
    /// Where to go on, as the next `beforeCursor`; absent when all were looked through.
    package var nextCursor: String?

    package init(messages: [MessageView], examined: Int, nextCursor: String? = nil) {
      self.messages = messages
      self.examined = examined
      self.nextCursor = nextCursor
    }
  }
}
