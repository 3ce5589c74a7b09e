/// `contact.add`: makes a peer a contact. `who` is a node ID, a prefix that the directory resolves to exactly one
/// node, an onion address or a `sophaxchat://` link.
package enum ContactAdd: ControlMethod {
  package static let method = Method.contactAdd

  package struct Params: Codable, Sendable, Hashable {
    package var who: String
    package var name: String?
    /// Whether a prefix is looked up in this node's own name; as a guest otherwise.
    package var asSelf: Bool?
    /// For looking up a prefix; the daemon's own bound when absent.
    package var timeoutMilliseconds: Int64?

    package init(who: String, name: String? = nil, asSelf: Bool? = nil, timeoutMilliseconds: Int64? = nil) {
      self.who = who
      self.name = name
      self.asSelf = asSelf
      self.timeoutMilliseconds = timeoutMilliseconds
    }
  }

  package struct Result: Codable, Sendable, Hashable {
    package var contact: ContactView
    /// False when it was a contact already.
    package var added: Bool

    package init(contact: ContactView, added: Bool) {
      self.contact = contact
      self.added = added
    }
  }
}
