/// `contact.list`: the contacts, in the order of their names.
package enum ContactList: ControlMethod {
  package static let method = Method.contactList

  package struct Params: Codable, Sendable, Hashable {
    /// Only those in this state; without one, all but those who only ask to be contacts.
    package var state: ContactState?

    package init(state: ContactState? = nil) {
      self.state = state
    }
  }

  package struct Result: Codable, Sendable, Hashable {
    package var contacts: [ContactView]

    package init(contacts: [ContactView]) {
      self.contacts = contacts
    }
  }
}
