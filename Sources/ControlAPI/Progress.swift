/// The params of a `progress` notification: how far a long call is.
package struct Progress: Codable, Sendable, Hashable {
  /// The request that it belongs to.
  package var id: RequestID
  /// A word of the program: `looking up`, `waiting for the receipt`.
  package var stage: String
  package var percent: Int?
  package var detail: String?
  /// The message that is waited for, which stays in the outbox when the waiting ends.
  package var messageID: String?

  package init(
    id: RequestID, stage: String, percent: Int? = nil, detail: String? = nil, messageID: String? = nil
  ) {
    self.id = id
    self.stage = stage
    self.percent = percent
    self.detail = detail
    self.messageID = messageID
  }
}
