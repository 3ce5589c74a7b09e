/// `dhtFindNode`: which nodes do you know that are closest to this identifier?
package struct DHTFindNodePayload: Codable, Hashable, Sendable {
  /// 64 hexadecimal digits.
  package var targetNodeID: String
  /// Our extension: chosen by the asker, echoed by the answer.
  package var requestID: String?

  package init(targetNodeID: String, requestID: String? = nil) {
    self.targetNodeID = targetNodeID
    self.requestID = requestID
  }
}
