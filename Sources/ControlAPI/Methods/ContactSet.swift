/// A switch of one contact.
package enum ContactSwitch: String, Codable, Sendable, CaseIterable {
  case on, off
  /// As the node's own setting says.
  case usual = "default"
}

/// `contact.set`: what the owner decides about one contact; what is absent stays.
package enum ContactSet: ControlMethod {
  package static let method = Method.contactSet

  package struct Params: Codable, Sendable, Hashable {
    package var who: String
    package var muted: Bool?
    /// Whether it is told what was read.
    package var receipts: ContactSwitch?
    /// Whether each is told that the other writes.
    package var typing: ContactSwitch?
    /// After what time new messages are erased on both sides; 0: never.
    package var lifetimeMilliseconds: Int64?

    package init(
      who: String, muted: Bool? = nil, receipts: ContactSwitch? = nil, typing: ContactSwitch? = nil,
      lifetimeMilliseconds: Int64? = nil
    ) {
      self.who = who
      self.muted = muted
      self.receipts = receipts
      self.typing = typing
      self.lifetimeMilliseconds = lifetimeMilliseconds
    }
  }

  package typealias Result = ContactResult
}
