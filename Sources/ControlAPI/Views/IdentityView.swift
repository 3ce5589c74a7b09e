/// Who a node is, as text to show.
package struct IdentityView: Codable, Sendable, Hashable {
  /// 64 hexadecimal digits.
  package var nodeID: String
  /// The first 32 digits of the node ID.
  package var peerID: String
  /// The first 16 digits: what people type and `directory.find` looks up.
  package var prefix: String
  /// `host.onion:port`.
  package var address: String
  package var username: String?
  /// Twelve groups of five digits.
  package var safetyNumber: String
  /// The `sophaxchat://add?…` link that another person's client opens.
  package var link: String

  package init(
    nodeID: String, peerID: String, prefix: String, address: String, username: String? = nil,
    safetyNumber: String, link: String
  ) {
    self.nodeID = nodeID
    self.peerID = peerID
    self.prefix = prefix
    self.address = address
    self.username = username
    self.safetyNumber = safetyNumber
    self.link = link
  }
}
