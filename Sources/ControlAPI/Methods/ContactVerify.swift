/// `contact.verify`: compares a contact with what its owner shows; without `code` it only tells what to compare.
package enum ContactVerify: ControlMethod {
  package static let method = Method.contactVerify

  package struct Params: Codable, Sendable, Hashable {
    package var who: String
    /// The 60 digits of the other's screen, or the text of the code that it shows.
    package var code: String?
    /// Takes the verification back.
    package var undo: Bool?

    package init(who: String, code: String? = nil, undo: Bool? = nil) {
      self.who = who
      self.code = code
      self.undo = undo
    }
  }

  package struct Result: Codable, Sendable, Hashable {
    package var contact: ContactView
    /// The owner's own number, which the other has to see.
    package var ownSafetyNumber: String
    /// What the other scans: it names both.
    package var ownCode: String

    package init(contact: ContactView, ownSafetyNumber: String, ownCode: String) {
      self.contact = contact
      self.ownSafetyNumber = ownSafetyNumber
      self.ownCode = ownCode
    }
  }
}
