/// What came of a question of a lookup.
package enum LookupStepState: String, Codable, Sendable, CaseIterable {
  /// Not answered when the lookup ended.
  case pending
  /// So late that its place was given to another.
  case late
  case answered
  case failed
}

/// One question of a lookup.
package struct LookupStepView: Codable, Sendable, Hashable {
  package var nodeID: String
  package var address: String
  /// How many bits the asked node shares with the target.
  package var sharedBits: Int
  /// Which of the disjoint paths asked it, counted from 1, and how many questions led to it there.
  package var path: Int
  package var hop: Int
  package var state: LookupStepState
  /// When it was asked, counted from the beginning of the lookup.
  package var askedMilliseconds: Int64
  /// How long it took until this came of it.
  package var tookMilliseconds: Int64?
  /// How many nodes and bundles an answer named.
  package var nodes: Int?
  package var bundles: Int?
  /// Why it failed.
  package var failure: String?

  package init(
    nodeID: String, address: String, sharedBits: Int, path: Int, hop: Int, state: LookupStepState,
    askedMilliseconds: Int64, tookMilliseconds: Int64? = nil, nodes: Int? = nil, bundles: Int? = nil,
    failure: String? = nil
  ) {
    self.nodeID = nodeID
    self.address = address
    self.sharedBits = sharedBits
    self.path = path
    self.hop = hop
    self.state = state
    self.askedMilliseconds = askedMilliseconds
    self.tookMilliseconds = tookMilliseconds
    self.nodes = nodes
    self.bundles = bundles
    self.failure = failure
  }
}

/// A node near the target of a lookup that answered it.
package struct NearNodeView: Codable, Sendable, Hashable {
  package var nodeID: String
  package var address: String
  package var sharedBits: Int

  package init(nodeID: String, address: String, sharedBits: Int) {
    self.nodeID = nodeID
    self.address = address
    self.sharedBits = sharedBits
  }
}
