import ControlAPI

/// What `status --wait` waits for; each includes the one before.
enum StatusGoal: String, CaseIterable {
  case running, tor, published, reachable

  func isReached(by status: NodeStatus.Result) -> Bool {
    switch self {
    case .running: true
    case .tor: status.tor.phase == .ready
    case .published: status.tor.phase == .ready && status.onion.state == .published
    case .reachable: status.ready && status.onion.reachable == true
    }
  }

  /// What is awaited, in words.
  func stage(_ status: NodeStatus.Result) -> Progress {
    let waitsForTor = status.tor.phase != .ready
    let reached = status.onion.state == .published ? ", not reached from outside" : ""
    return Progress(
      id: .number(0),
      stage: waitsForTor
        ? "tor: \(status.tor.phase.rawValue)" : "onion service: \(status.onion.state.rawValue)\(reached)",
      percent: waitsForTor ? status.tor.percent : nil, detail: waitsForTor ? status.tor.detail : nil)
  }
}
