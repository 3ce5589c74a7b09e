/// `contact.accept`: lets a stranger's waiting messages in and answers them from now on.
package enum ContactAccept: ControlMethod {
  package static let method = Method.contactAccept

  package typealias Params = ContactReference
  package typealias Result = ContactResult
}
