package import Wire

extension SimulatedNode {
  /// What a node is for.
  package enum Role: Hashable, Sendable {
    case honest
    /// One of many identities of an attacker, ground to lie near the key of a record.
    case sybil(Behaviour, key: NodeID)
  }

  /// What a Sybil does; each of them lets itself be dialled, answers pings, and says that it keeps what it is given.
  package enum Behaviour: String, Hashable, Sendable, CaseIterable {
    /// Keeps nothing, and names its like as nearest.
    case drops
    /// The same, and half of them serve forged copies, half one that its owner has replaced.
    case lies
    /// Keeps nothing, and names nodes nearer to the target that do not exist.
    case forges
  }
}
