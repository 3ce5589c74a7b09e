package import World

/// How far tor is. Written out in full: `status` and the start of the daemon name the stage they wait in.
package enum TorPhase: String, Codable, Sendable, CaseIterable {
  /// Our own tor process is being started.
  case starting
  /// The control socket is being opened.
  case connecting
  /// The control connection is open and not yet trusted.
  case authenticating
  /// tor builds its first circuits; `percent` counts.
  case bootstrapping
  /// Circuits can be built.
  case ready
  /// The control connection is lost; `problem` says why and `fix` what helps.
  case down
}

/// tor as the node sees it.
package struct TorView: Codable, Sendable, Hashable {
  /// What runs: the system's tor or our own. `auto` until that is decided.
  package var mode: NodeConfiguration.TorMode
  package var phase: TorPhase
  /// Bootstrap progress, 0 to 100.
  package var percent: Int
  /// tor's own word for the stage.
  package var detail: String?
  /// Where streams are dialled, when known.
  package var socks: String?
  package var version: String?
  /// Whether the onion service asks for proof of work under load.
  package var proofOfWork: Bool
  package var problem: String?
  package var fix: String?
  /// When this phase began.
  package var since: Timestamp

  package init(
    mode: NodeConfiguration.TorMode, phase: TorPhase, percent: Int, detail: String? = nil, socks: String? = nil,
    version: String? = nil, proofOfWork: Bool, problem: String? = nil, fix: String? = nil, since: Timestamp
  ) {
    self.mode = mode
    self.phase = phase
    self.percent = percent
    self.detail = detail
    self.socks = socks
    self.version = version
    self.proofOfWork = proofOfWork
    self.problem = problem
    self.fix = fix
    self.since = since
  }
}
