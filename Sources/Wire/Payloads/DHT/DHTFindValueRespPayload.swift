/// `dhtFindValueResp`: what was found, and the closest nodes.
package struct DHTFindValueRespPayload: Codable, Hashable, Sendable {
  /// The first match: all that old peers read.
  package var bundle: PreKeyBundle?
  package var closestNodes: [DHTNodeInfo]
  /// Our extension: every match of a prefix.
  package var bundles: [PreKeyBundle]?
  /// Our extension: chosen by the asker, echoed by the answer.
  package var requestID: String?

  package init(
    bundle: PreKeyBundle? = nil, closestNodes: [DHTNodeInfo], bundles: [PreKeyBundle]? = nil,
    requestID: String? = nil
  ) {
    self.bundle = bundle
    self.closestNodes = closestNodes
    self.bundles = bundles
    self.requestID = requestID
  }
}
