/// A contact by what its owner types: a name, a node ID, a prefix of one, or an onion address.
package struct ContactReference: Codable, Sendable, Hashable {
  package var who: String

  package init(who: String) {
    self.who = who
  }
}

/// The contact after the call.
package struct ContactResult: Codable, Sendable, Hashable {
  package var contact: ContactView

  package init(contact: ContactView) {
    self.contact = contact
  }
}

/// `contact.show`: one contact.
package enum ContactShow: ControlMethod {
  package static let method = Method.contactShow

  package typealias Params = ContactReference
  package typealias Result = ContactResult
}
