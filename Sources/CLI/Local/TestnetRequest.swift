/// What `sophax testnet up` asks for.
package struct TestnetRequest: Sendable, Hashable {
  package let directory: String
  package let relays: Int
  package let clients: Int
}
