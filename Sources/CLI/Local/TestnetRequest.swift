/// What `sophax testnet up` asks for.
package struct TestnetRequest: Sendable, Hashable {
  package let directory: String
  /// Nil for the usual number.
  package let relays: Int?
  package let clients: Int?
}
