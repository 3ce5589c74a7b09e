/// `file.send`: stores a message with a file that was handed over whole, and sends it as soon as that is possible. Answers
/// once it is durable.
package enum FileSend: ControlMethod {
  package static let method = Method.fileSend

  package struct Params: Codable, Sendable, Hashable {
    package var upload: String
    /// As `ContactReference.who`.
    package var to: String
    package var name: String?
    package var mime: String?
    package var caption: String?
    /// The message of the conversation that it answers, as `MessageReference.id`.
    package var replyTo: String?
    /// Of audio.
    package var durationMilliseconds: Int64?
    /// After what time both sides erase it; as the conversation says when absent.
    package var lifetimeMilliseconds: Int64?

    package init(
      upload: String, to: String, name: String? = nil, mime: String? = nil, caption: String? = nil,
      replyTo: String? = nil, durationMilliseconds: Int64? = nil, lifetimeMilliseconds: Int64? = nil
    ) {
      self.upload = upload
      self.to = to
      self.name = name
      self.mime = mime
      self.caption = caption
      self.replyTo = replyTo
      self.durationMilliseconds = durationMilliseconds
      self.lifetimeMilliseconds = lifetimeMilliseconds
    }
  }

  package typealias Result = MessageResult
}
