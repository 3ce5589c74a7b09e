/// `dhtStore`: please keep this bundle.
package struct DHTStorePayload: Codable, Hashable, Sendable {
  /// 64 hexadecimal digits: the key.
  package var nodeID: String
  /// Without a one-time prekey.
  package var bundle: PreKeyBundle
  /// At most 25 hours ahead.
  package var expiresAt: WireDate
  /// Our extension: chosen by the asker, echoed by the answer.
  package var requestID: String?

  package init(nodeID: String, bundle: PreKeyBundle, expiresAt: WireDate, requestID: String? = nil) {
    self.nodeID = nodeID
    self.bundle = bundle
    self.expiresAt = expiresAt
    self.requestID = requestID
  }
}
