package import ControlAPI

/// What `sophax init` asks for.
package struct InitialiseRequest: Sendable {
  package let configuration: NodeConfiguration
  /// A key file that does not exist is made.
  package let key: StoreKey
  /// What the node calls itself to others.
  package let username: String?
}
