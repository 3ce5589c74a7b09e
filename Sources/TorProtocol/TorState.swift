package import World

/// A snapshot of everything the node knows about its tor, for `status`, `doctor` and metrics.
package struct TorState: Sendable, Equatable {
  /// The control connection.
  package enum Link: Sendable, Equatable {
    case connecting
    case authenticating
    case attached
    /// There is none; other tries follow by themselves, and this stands until one succeeds or fails otherwise.
    case failed(ControlFailure)
  }

  package private(set) var link = Link.connecting
  package private(set) var linkSince: Timestamp
  package private(set) var version: TorVersion?
  package private(set) var bootstrap: BootstrapPhase?
  /// When `bootstrap` last changed: a step that does not go on shows here.
  package private(set) var bootstrapSince: Timestamp
  /// Whether tor has built a circuit.
  package private(set) var hasCircuit = false
  /// What tor thinks of the network; nil while unknown.
  package private(set) var isNetworkLive: Bool?
  package private(set) var onion: OnionState
  package private(set) var onionSince: Timestamp
  /// Whether proof-of-work defence is on for the onion.
  package private(set) var hasProofOfWork = false
  /// Whether the onion was reached from outside at the last look; nil before the first.
  package private(set) var isOnionReachable: Bool?
  /// Best first; empty while tor has none.
  package private(set) var socks: [SOCKSEndpoint] = []
  /// Whether tor has none though it is connected: its listeners come up with the network, and before that an empty list
  /// says nothing.
  private var lacksSOCKS = false

  package init(hasOnion: Bool, at now: Timestamp) {
    onion = hasOnion ? .down(reason: nil) : .none
    (linkSince, bootstrapSince, onionSince) = (now, now, now)
  }

  /// Whether a connection may be tried. It does not wait for a circuit: a tor that has gone quiet builds one only when
  /// it is asked for a connection.
  package var canDial: Bool { link == .attached && !socks.isEmpty }

  /// Whether connections are likely to succeed.
  package var isReady: Bool { canDial && hasCircuit }

  /// Takes in one piece of news.
  package mutating func apply(_ news: TorNews, at now: Timestamp) {
    switch news {
    case .link(let link): apply(link, at: now)
    case .version(let version): self.version = version
    case .bootstrap(let phase):
      if phase != bootstrap { (bootstrap, bootstrapSince) = (phase, now) }
    case .circuit(let hasCircuit): self.hasCircuit = hasCircuit
    case .network(let isLive): isNetworkLive = isLive
    case .socks(let endpoints): (socks, lacksSOCKS) = (endpoints, endpoints.isEmpty && isConnected)
    case .onion(let onion, let hasProofOfWork):
      if onion != self.onion { (self.onion, onionSince) = (onion, now) }
      self.hasProofOfWork = hasProofOfWork
    case .reachable(let isReachable): isOnionReachable = isReachable
    }
  }

  private mutating func apply(_ link: Link, at now: Timestamp) {
    switch (self.link, link) {
    case (.failed, .connecting), (.failed, .authenticating): return
    case (_, .connecting), (_, .authenticating), (_, .attached), (_, .failed): break
    }
    if link != self.link { (self.link, linkSince) = (link, now) }
    guard case .failed = link else { return }
    // Without the connection nothing of this is known any more, and tor takes the onion down with it.
    (hasCircuit, isNetworkLive, hasProofOfWork, isOnionReachable) = (false, nil, false, nil)
    (socks, lacksSOCKS) = ([], false)
    if bootstrap != nil { (bootstrap, bootstrapSince) = (nil, now) }
    let down = onion == .none ? OnionState.none : .down(reason: nil)
    if onion != down { (onion, onionSince) = (down, now) }
  }

  /// One sentence for a person, with the fix when there is one.
  package var summary: String { words + (fix.map { "; fix: " + $0 } ?? "") }

  /// What to do, when there is something.
  package var fix: String? {
    switch link {
    case .connecting, .authenticating: nil
    case .failed(let failure): failure.fix
    case .attached:
      if let bootstrap, bootstrap.percent < 100, bootstrap.doubtsClock {
        "set this machine's clock: timedatectl set-ntp true"
      } else {
        lacksSOCKS && isConnected ? "add `SocksPort 9050` to tor's torrc" : nil
      }
    }
  }

  /// Whether tor is in the network, as far as is known.
  private var isConnected: Bool {
    isNetworkLive != false && hasCircuit && bootstrap.map { $0.percent == 100 } ?? true
  }

  /// How it stands, without what to do.
  package var words: String {
    switch link {
    case .connecting: return "connecting to tor"
    case .authenticating: return "authenticating to tor"
    case .failed(let failure): return failure.description
    case .attached: break
    }
    if let bootstrap, bootstrap.percent < 100 {
      let warning = bootstrap.warning.map { " (\($0))" } ?? ""
      return "tor is starting: \(bootstrap.percent) %, \(bootstrap.summary)\(warning)"
    }
    if isNetworkLive == false { return "tor sees no network" }
    if !hasCircuit { return "tor has no circuit yet" }
    if socks.isEmpty { return lacksSOCKS ? "tor has no SOCKS port" : "tor is opening its SOCKS port" }
    switch onion {
    case .none: return "tor is ready"
    case .down(let reason): return "the onion service is down" + (reason.map { ": \($0)" } ?? "")
    case .publishing: return "the onion service is being published"
    case .up where isOnionReachable == false:
      return "the onion service is published, but cannot be reached from outside; it is being published afresh"
    case .up: return "tor is ready, the onion service is published"
    }
  }
}
