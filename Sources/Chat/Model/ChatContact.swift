package import Wire
package import World

/// A person this node talks to, asks to talk to, or refuses to talk to.
package struct ChatContact: Hashable, Sendable {
  package enum Trust: String, Sendable, CaseIterable {
    /// A stranger wrote first; what it wrote waits for the user and the stranger is told nothing.
    case requested
    case accepted
    /// Whatever it sends is dropped in silence.
    case blocked
  }

  /// What a peer was before it was blocked, and is again when it is let in.
  package enum Former: String, Sendable, CaseIterable {
    case stranger, requested, accepted
  }

  package let nodeID: NodeID
  /// The peer's keys; nil until a bundle proved them (an ID alone is enough to add somebody).
  package var keys: IdentityKeys?
  /// The name the peer gives itself.
  package var username: String?
  /// The name the user gave.
  package var localName: String?
  package var trust: Trust
  /// Of a blocked one; nil when a version blocked it that kept no such mark.
  package var former: Former?
  /// Where it said, in a signed bundle or through the user, that it listens.
  package var address: PeerAddress?
  package let addedAt: Timestamp
  /// The last sign of life that only the peer can give: a proven link while it stood, a signed message or receipt.
  package internal(set) var lastSeen: Timestamp?
  /// The last time a session with it was begun anew because the old one failed; such healing is rare by rule.
  package var healedAt: Timestamp?
  /// When the user compared its safety number, or scanned its code, and it was right.
  package var verifiedAt: Timestamp?
  /// Another identity that proved to hold the same signing key: nothing is sent until the user has decided.
  package var successor: NodeID?
  package var switches: ContactSwitches
  /// Whether its last proven link took file frames.
  package var takesFiles: Bool

  package init(
    nodeID: NodeID, keys: IdentityKeys? = nil, username: String? = nil, localName: String? = nil, trust: Trust,
    former: Former? = nil, address: PeerAddress? = nil, addedAt: Timestamp, lastSeen: Timestamp? = nil,
    healedAt: Timestamp? = nil,
    verifiedAt: Timestamp? = nil, successor: NodeID? = nil, switches: ContactSwitches = ContactSwitches(),
    takesFiles: Bool = false
  ) {
    self.nodeID = nodeID
    self.keys = keys
    self.username = username
    self.localName = localName
    self.trust = trust
    self.former = former
    self.address = address
    self.addedAt = addedAt
    self.lastSeen = lastSeen
    self.healedAt = healedAt
    self.verifiedAt = verifiedAt
    self.successor = successor
    self.switches = switches
    self.takesFiles = takesFiles
  }

  /// The name to show: the user's, else the peer's own.
  package var name: String? { localName ?? username }
}
