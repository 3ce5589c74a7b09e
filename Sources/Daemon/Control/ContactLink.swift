import Wire

/// The link that makes a node a contact: `sophaxchat://add?id=<nodeID>&onion=<host>&port=<n>`. Whoever answers at the
/// address is checked against the identifier.
struct ContactLink {
  static let scheme = "sophaxchat://"

  let nodeID: NodeID?
  let prefix: PeerPrefix
  let address: PeerAddress

  init(nodeID: NodeID, address: PeerAddress) {
    self.nodeID = nodeID
    guard let prefix = PeerPrefix(nodeID.hex) else { preconditionFailure("a node ID is a prefix of itself") }
    self.prefix = prefix
    self.address = address
  }

  /// From text that a person pasted; the identifier may be a prefix of 16 or 32 digits, as the original wrote it.
  init?(_ text: String) {
    guard text.lowercased().hasPrefix(ContactLink.scheme + "add?") else { return nil }
    var fields: [Substring: Substring] = [:]
    for pair in text.dropFirst(ContactLink.scheme.count + 4).split(separator: "&") {
      let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard halves.count == 2, fields.updateValue(halves[1], forKey: halves[0]) == nil else { return nil }
    }
    guard let id = fields["id"], let prefix = PeerPrefix(id), let onion = fields["onion"],
      let address = PeerAddress("\(onion):\(fields["port"] ?? "\(PeerAddress.standardPort)")")
    else { return nil }
    self.prefix = prefix
    nodeID = prefix.nodeID
    self.address = address
  }

  var text: String {
    "\(ContactLink.scheme)add?id=\(prefix.hex)&onion=\(address.host)&port=\(address.port)"
  }
}
