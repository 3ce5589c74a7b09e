/// `MessageContent.fileNews`, our extension: what became of a file that a message offered. It stands in a content of type
/// `text` without a body.
package struct FileNewsPayload: Codable, Hashable, Sendable {
  package enum News: String, Codable, CaseIterable, Sendable {
    /// The receiver has all of it.
    case fetched
    /// The receiver's user does not want it.
    case declined
    /// The receiver's user wants it after all.
    case wanted
    /// The sender's user has taken it back.
    case withdrawn
    /// The sender's user offers it again.
    case offered
  }

  /// The message that offered the file.
  package var messageID: String
  package var news: News

  package init(messageID: String, news: News) {
    self.messageID = messageID
    self.news = news
  }
}
