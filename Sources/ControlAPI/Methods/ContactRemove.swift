/// `contact.remove`: forgets a contact, its session and its queued messages; the result shows it as it was.
package enum ContactRemove: ControlMethod {
  package static let method = Method.contactRemove

  package typealias Params = ContactReference
  package typealias Result = ContactResult
}
