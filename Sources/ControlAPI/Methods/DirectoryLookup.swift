/// `directory.lookup`: a lookup as it goes, for those who want to see how well the directory works.
package enum DirectoryLookup: ControlMethod {
  package static let method = Method.directoryLookup

  package struct Params: Codable, Sendable, Hashable {
    /// 8 to 64 hexadecimal digits: a node ID or the beginning of one.
    package var target: String
    /// Whether `steps` is wanted.
    package var trace: Bool
    /// Paths that share no node, 1 to 8; the daemon's own number when absent.
    package var paths: Int?
    /// Whether this node asks in its own name; as a guest otherwise.
    package var asSelf: Bool?
    package var timeoutMilliseconds: Int64?

    package init(
      target: String, trace: Bool, paths: Int? = nil, asSelf: Bool? = nil, timeoutMilliseconds: Int64? = nil
    ) {
      self.target = target
      self.trace = trace
      self.paths = paths
      self.asSelf = asSelf
      self.timeoutMilliseconds = timeoutMilliseconds
    }
  }

  package struct Result: Codable, Sendable, Hashable {
    /// The whole identifier that was looked for.
    package var target: String
    /// Every question in its order; absent unless asked for.
    package var steps: [LookupStepView]?
    /// The nearest nodes that answered, nearest first.
    package var nodes: [NearNodeView]
    package var matches: [MatchView]
    /// Node IDs whose owners have taken their records back.
    package var withdrawn: [String]
    /// Whether the lookup converged before its time was up.
    package var complete: Bool
    package var hops: Int
    package var requests: Int
    package var failures: Int
    package var milliseconds: Int64

    package init(
      target: String, steps: [LookupStepView]?, nodes: [NearNodeView], matches: [MatchView], withdrawn: [String],
      complete: Bool, hops: Int, requests: Int, failures: Int, milliseconds: Int64
    ) {
      self.target = target
      self.steps = steps
      self.nodes = nodes
      self.matches = matches
      self.withdrawn = withdrawn
      self.complete = complete
      self.hops = hops
      self.requests = requests
      self.failures = failures
      self.milliseconds = milliseconds
    }
  }
}
