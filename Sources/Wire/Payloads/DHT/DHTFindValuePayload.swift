/// `dhtFindValue`: the bundle of this identifier, or those whose identifiers begin with a prefix, or else the
/// closest nodes.
package struct DHTFindValuePayload: Codable, Hashable, Sendable {
  /// 64 hexadecimal digits; for a prefix, its lowest identifier.
  package var targetNodeID: String
  /// 8 to 64 hexadecimal digits.
  package var peerIDPrefix: String?
  /// Our extension: chosen by the asker, echoed by the answer.
  package var requestID: String?

  package init(targetNodeID: String, peerIDPrefix: String? = nil, requestID: String? = nil) {
    self.targetNodeID = targetNodeID
    self.peerIDPrefix = peerIDPrefix
    self.requestID = requestID
  }
}
