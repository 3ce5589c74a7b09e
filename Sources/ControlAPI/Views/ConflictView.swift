/// What a request claims that somebody else claims as well.
package enum ConflictKind: String, Codable, Sendable, CaseIterable { case address, name, key }

/// Why a request may come from somebody else than it says.
package struct ConflictView: Codable, Sendable, Hashable {
  package var kind: ConflictKind
  /// The contact or the other request.
  package var nodeID: String
  /// What it is called.
  package var name: String?
  /// Whether that one is a request as well.
  package var isRequest: Bool

  package init(kind: ConflictKind, nodeID: String, name: String? = nil, isRequest: Bool) {
    self.kind = kind
    self.nodeID = nodeID
    self.name = name
    self.isRequest = isRequest
  }
}
