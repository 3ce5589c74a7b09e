/// A contact, as answers name it: a claim until its onion service has proven its keys.
package struct DHTNodeInfo: Codable, Hashable, Sendable {
  /// 64 hexadecimal digits.
  package var nodeID: String
  /// 62 characters, with `.onion` and without a port.
  package var onionAddress: String
  package var port: UInt16

  package init(nodeID: String, onionAddress: String, port: UInt16) {
    self.nodeID = nodeID
    self.onionAddress = onionAddress
    self.port = port
  }
}
