import ControlAPI

/// What `status --wait` waits for; each includes the one before.
enum StatusGoal: String, CaseIterable {
  case running, tor, published

  func isReached(by status: NodeStatus.Result) -> Bool {
    switch self {
    case .running: true
    case .tor: status.tor.phase == .ready
    case .published: status.tor.phase == .ready && status.onion.state == .published
    }
  }

  /// What is awaited, in words.
  func stage(_ status: NodeStatus.Result) -> Progress {
    let waitsForTor = status.tor.phase != .ready
    return Progress(
      id: .number(0),
      stage: waitsForTor ? "tor: \(status.tor.phase.rawValue)" : "onion service: \(status.onion.state.rawValue)",
      percent: waitsForTor ? status.tor.percent : nil, detail: waitsForTor ? status.tor.detail : nil)
  }
}
