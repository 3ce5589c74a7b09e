/// `dhtPing`.
package struct DHTPingPayload: Codable, Hashable, Sendable {
  package var senderNodeID: String
  /// Our extension: chosen by the asker, echoed by the answer.
  package var requestID: String?

  package init(senderNodeID: String, requestID: String? = nil) {
    self.senderNodeID = senderNodeID
    self.requestID = requestID
  }
}
