import ControlAPI
import Relay

extension RelaySettings {
  /// The usual bounds, with what the operator decided.
  init(_ configuration: NodeConfiguration.Relay) {
    self.init()
    deposits = configuration.mailboxDeposits
    bytes = configuration.mailboxMegabytes << 20
  }
}
