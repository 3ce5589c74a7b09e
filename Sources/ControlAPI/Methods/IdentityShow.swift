/// `identity.show`: this node's identity.
package enum IdentityShow: ControlMethod {
  package static let method = Method.identityShow

  package typealias Params = Nothing
  package typealias Result = IdentityView
}
