/// `remoteWipe`: a trusted contact asks this node to erase itself; the plaintext inside the ratchet.
package struct RemoteWipeRequest: Codable, Hashable, Sendable {
  /// A UUID, accepted once.
  package var requestID: String
  package var issuedAt: WireDate

  package init(requestID: String, issuedAt: WireDate) {
    self.requestID = requestID
    self.issuedAt = issuedAt
  }
}
