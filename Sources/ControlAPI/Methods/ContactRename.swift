/// `contact.rename`: the owner's own name for a contact.
package enum ContactRename: ControlMethod {
  package static let method = Method.contactRename

  package struct Params: Codable, Sendable, Hashable {
    package var who: String
    package var name: String

    package init(who: String, name: String) {
      self.who = who
      self.name = name
    }
  }

  package typealias Result = ContactResult
}
