package import ControlAPI
package import World

/// What `sophax daemon` asks for.
package struct DaemonRequest: Sendable {
  package let configuration: NodeConfiguration
  package let key: StoreKey
  package let logger: Logger
}
