/// A session initiation that is signed by the key in its own bundle. That the sender holds the identity key is proven
/// only when the first ratchet message opens.
package struct VerifiedInitiation: Hashable, Sendable {
  package let message: VerifiedMessage
  package let initiation: InitiateSessionMessage
  package let bundle: VerifiedBundle
}
