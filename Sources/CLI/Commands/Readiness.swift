import ControlAPI

/// Whether a node can serve others, for supervisors that ask every few seconds.
struct Readiness {
  /// What is missing first; nil when the node is ready.
  let failure: Failure?

  init(_ status: NodeStatus.Result) {
    guard !status.ready else {
      failure = nil
      return
    }
    let (tor, onion) = (status.tor, status.onion)
    if tor.phase != .ready {
      failure = Failure(
        .torUnavailable, "not ready: \(tor.problem ?? "tor is \(tor.phase.rawValue), at \(tor.percent) %")",
        hint: tor.fix)
    } else if let problem = status.store.problem {
      failure = Failure(.storeUnusable, "not ready: the store refuses writes: \(problem)", hint: "free disk space")
    } else {
      let isUnreachable = onion.state == .published
      failure = Failure(
        .stateForbids,
        "not ready: the onion service is \(isUnreachable ? "not reached from outside" : onion.state.rawValue)"
          + (onion.problem.map { ": \($0)" } ?? ""), hint: "sophax doctor looks for faults")
    }
  }
}
