package import World

/// What the owner has decided about a peer.
package enum ContactState: String, Codable, Sendable, CaseIterable {
  /// The peer wrote first and waits for `contact.accept`.
  case requested
  /// Messages go both ways.
  case accepted
  /// What comes from the peer is dropped.
  case blocked
}

/// Whether an encrypted session with a peer stands.
package enum SessionState: String, Codable, Sendable, CaseIterable {
  /// None yet; the first message starts one.
  case none
  /// Started by us, not yet confirmed by an answer.
  case initiated
  /// Both sides hold it.
  case established
  /// The peer's messages cannot be read; a new one is being agreed.
  case broken
}

/// How the keys of the session with a peer were agreed.
package enum SessionHandshake: String, Codable, Sendable, CaseIterable {
  /// X25519 alone: the peer has no ML-KEM.
  case classical
  /// X25519 and ML-KEM-768.
  case postQuantum = "post-quantum"
}

/// Whether a connection to a peer stands.
package enum LinkState: String, Codable, Sendable, CaseIterable {
  case none, dialling, open, proven
}

/// A contact, as text to show.
package struct ContactView: Codable, Sendable, Hashable {
  /// What the owner types for the conversation with himself.
  package static let selfName = "self"

  /// 64 hexadecimal digits.
  package var nodeID: String
  package var peerID: String
  /// The owner's own name for the peer.
  package var name: String?
  /// What the peer calls itself: text from outside.
  package var username: String?
  /// `host.onion:port`, when known.
  package var address: String?
  /// Known once the peer's keys are.
  package var safetyNumber: String?
  package var state: ContactState
  package var session: SessionState
  /// Missing while there is no session.
  package var handshake: SessionHandshake?
  package var link: LinkState
  /// When the peer came to be here; missing for the conversation with oneself, which was always.
  package var added: Timestamp?
  package var lastSeen: Timestamp?
  package var unread: Int
  /// True when the owner wants no signs of new messages.
  package var muted: Bool?
  /// Whether it is told what was read; as the node's setting says when absent.
  package var receipts: Bool?
  /// Whether each is told that the other writes; as the node's setting says when absent.
  package var typing: Bool?
  /// After what time new messages are erased on both sides.
  package var lifetimeMilliseconds: Int64?
  /// When the owner compared its safety number or code.
  package var verified: Timestamp?
  /// The other identity that its signing key has shown up with: nothing is sent until `contact.trust`.
  package var successor: String?

  package init(
    nodeID: String, peerID: String, name: String? = nil, username: String? = nil, address: String? = nil,
    safetyNumber: String? = nil, state: ContactState, session: SessionState,
    handshake: SessionHandshake? = nil, link: LinkState, added: Timestamp?, lastSeen: Timestamp? = nil,
    unread: Int = 0
  ) {
    self.nodeID = nodeID
    self.peerID = peerID
    self.name = name
    self.username = username
    self.address = address
    self.safetyNumber = safetyNumber
    self.state = state
    self.session = session
    self.handshake = handshake
    self.link = link
    self.added = added
    self.lastSeen = lastSeen
    self.unread = unread
  }
}
