/// `file.list`: the messages with files, newest first.
package enum FileList: ControlMethod {
  package static let method = Method.fileList

  package struct Params: Codable, Sendable, Hashable {
    /// As `ContactReference.who`; all when absent.
    package var with: String?
    /// At most `Settings.maximumPage`.
    package var limit: Int

    package init(with: String? = nil, limit: Int) {
      self.with = with
      self.limit = limit
    }
  }

  package struct Result: Codable, Sendable, Hashable {
    package var messages: [MessageView]

    package init(messages: [MessageView]) {
      self.messages = messages
    }
  }
}
