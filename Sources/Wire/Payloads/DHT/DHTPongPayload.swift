/// `dhtPong`: answers a ping and, by our extension, a store.
package struct DHTPongPayload: Codable, Hashable, Sendable {
  package var senderNodeID: String
  /// Our extension: chosen by the asker, echoed by the answer.
  package var requestID: String?
  /// Our extension: whether the record of a store was kept.
  package var accepted: Bool?
  /// Our extension: why it was not.
  package var refusal: String?
  /// Our extension: the newer bundle that is held, when that is the reason.
  package var newer: PreKeyBundle?

  package init(
    senderNodeID: String, requestID: String? = nil, accepted: Bool? = nil, refusal: String? = nil,
    newer: PreKeyBundle? = nil
  ) {
    self.senderNodeID = senderNodeID
    self.requestID = requestID
    self.accepted = accepted
    self.refusal = refusal
    self.newer = newer
  }
}
