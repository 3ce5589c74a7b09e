package import Wire

/// Why a request may come from somebody else than it says.
package struct RequestConflict: Hashable, Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    /// Both say that they listen at the same address: one of them does not.
    case address
    /// Both give themselves the same name, or the request has the user's name for a contact.
    case name
    /// Both hold the same signing key.
    case key
  }

  package let kind: Kind
  /// The contact or the other request.
  package let other: NodeID

  package init(kind: Kind, other: NodeID) {
    self.kind = kind
    self.other = other
  }
}

extension ChatEngine {
  /// What a request claims that a contact or another request claims as well.
  package func conflicts(
    of request: ChatContact, among all: [ChatContact]
  ) -> [RequestConflict] {
    all.filter { $0.nodeID != request.nodeID && $0.trust != .blocked }.flatMap { other in
      var kinds: [RequestConflict.Kind] = []
      if let address = request.address, other.claims(address) { kinds.append(.address) }
      let names = [other.localName, other.username].compactMap { $0?.lowercased() }
      if let name = request.username?.lowercased(), names.contains(name) { kinds.append(.name) }
      if let keys = request.keys, keys.signingKey == other.keys?.signingKey { kinds.append(.key) }
      return kinds.map { RequestConflict(kind: $0, other: other.nodeID) }
    }
  }
}

extension ChatContact {
  /// Whether it says that it listens there, or its signing key does.
  fileprivate func claims(_ address: PeerAddress) -> Bool {
    if address == self.address { return true }
    guard let onion = address.onion else { return false }
    return onion == keys?.onion || onion == self.address?.onion
  }
}
