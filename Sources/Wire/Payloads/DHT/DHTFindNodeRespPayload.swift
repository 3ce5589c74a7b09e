/// `dhtFindNodeResp`: up to k contacts.
package struct DHTFindNodeRespPayload: Codable, Hashable, Sendable {
  package var closestNodes: [DHTNodeInfo]
  /// Our extension: chosen by the asker, echoed by the answer.
  package var requestID: String?

  package init(closestNodes: [DHTNodeInfo], requestID: String? = nil) {
    self.closestNodes = closestNodes
    self.requestID = requestID
  }
}
