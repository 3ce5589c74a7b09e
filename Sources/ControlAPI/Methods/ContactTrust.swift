/// `contact.trust`: accepts the new identity of a contact whose key has changed; the result shows the new one.
package enum ContactTrust: ControlMethod {
  package static let method = Method.contactTrust

  package typealias Params = ContactReference
  package typealias Result = ContactResult
}
