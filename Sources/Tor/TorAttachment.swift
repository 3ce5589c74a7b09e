package import Crypto
package import Reactor

/// Where a control port is and how to authenticate there.
package struct TorAttachment: Sendable {
  package var endpoint: Endpoint
  /// Overrides the path that tor names.
  package var cookiePath: String?
  package var password: SecretBytes?
  /// Whether tor shall end with our control connection.
  package var ownsTor: Bool

  package init(
    endpoint: Endpoint, cookiePath: String? = nil, password: SecretBytes? = nil, ownsTor: Bool = false
  ) {
    self.endpoint = endpoint
    self.cookiePath = cookiePath
    self.password = password
    self.ownsTor = ownsTor
  }

  /// The endpoint as people write it: a path stands alone.
  var name: String {
    switch endpoint {
    case .unix(let path): path
    case .tcp: endpoint.description
    }
  }
}
