/// `contact.block`: drops what comes from a peer from now on, or lets it in again.
package enum ContactBlock: ControlMethod {
  package static let method = Method.contactBlock

  package struct Params: Codable, Sendable, Hashable {
    package var who: String
    package var blocked: Bool

    package init(who: String, blocked: Bool) {
      self.who = who
      self.blocked = blocked
    }
  }

  package typealias Result = ContactResult
}
