import TorProtocol

/// The torrc of a node. Settings and their reasons were measured on a two-core machine.
struct NodeConfiguration {
  let folder: NetworkFolder
  /// The relays that are guards; empty: all.
  let guards: [TestNode]
  /// All nodes, with the identities of authority and relays.
  let nodes: [TestNode]

  /// Congestion control as on the public network, with a window that does not collapse at 1 ms round trips; no spare
  /// introduction circuits; a descriptor ring that six relays can fill.
  private static let consensusParameters = [
    "cc_alg=2", "cc_cwnd_init=500", "cc_cwnd_min=500", "hs_intro_num_extra=0", "hsdir_n_replicas=1",
    "hsdir_spread_fetch=3", "hsdir_spread_store=3",
  ]

  private static let offline = "DisableNetwork 1"

  /// Whether a file is that of a client which still waits to be let into the network.
  static func isOffline(_ text: String) -> Bool { text.split(separator: "\n").contains { $0 == offline } }

  /// The whole file for `node`; a client that is not `online` sends nothing until it is told to.
  func text(_ node: TestNode, online: Bool = true) -> String {
    var lines = common(node)
    switch node.role {
    case .authority: lines += relay(node) + authority(node)
    case .relay: lines += relay(node)
    case .client: lines += client(node)
    }
    if !online { lines.append(Self.offline) }
    return lines.joined(separator: "\n") + "\n"
  }

  private func common(_ node: TestNode) -> [String] {
    [
      "Nickname \(node.name)",
      "DataDirectory \(ControlText.quoted(folder.data(node).utf8))",
      "Log \(ControlText.quoted("notice file \(folder.log(node))".utf8))",
      "SafeLogging 0",
      "LogTimeGranularity 1",
      "ControlPort 127.0.0.1:\(node.controlPort)",
      "CookieAuthentication 1",
    ] + membership
  }

  /// What a node's own tor runs on to be a client of this network.
  var template: TorrcTemplate {
    TorrcTemplate(text: ([TorrcTemplate.standard.text] + membership).joined(separator: "\n") + "\n")
  }

  /// What makes any tor one of this network.
  private var membership: [String] {
    let authorities = nodes.filter { $0.role == .authority }.map { authority in
      "DirAuthority \(authority.name) orport=\(authority.relayPort) no-v2 v3ident=\(authority.authorityIdentity) "
        + "127.0.0.1:\(authority.directoryPort) \(authority.fingerprint)"
    }
    return [
      "TestingTorNetwork 1",
      "OutboundBindAddress 127.0.0.1",
      // 35 MB a process.
      "GeoIPFile /dev/null",
      "GeoIPv6File /dev/null",
      "NumCPUs 1",
      // It would learn 60 ms and give up on the next slow circuit.
      "LearnCircuitBuildTimeout 0",
      "CircuitBuildTimeout 20",
      "ConfluxEnabled 0",
      // The default scheduler waits 2 ms at every hop.
      "Schedulers Vanilla",
    ] + authorities
  }

  private func client(_ node: TestNode) -> [String] {
    ["SocksPort 127.0.0.1:\(node.socksPort) ExtendedErrors", "ClientOnly 1"]
  }

  private func relay(_ node: TestNode) -> [String] {
    [
      "ORPort 127.0.0.1:\(node.relayPort) IPv4Only", "Address 127.0.0.1", "AssumeReachable 1", "SocksPort 0",
      "ShutdownWaitLength 0", "ExitRelay 0",
    ]
  }

  private func authority(_ node: TestNode) -> [String] {
    var lines = [
      "AuthoritativeDirectory 1", "V3AuthoritativeDirectory 1", "DirPort 127.0.0.1:\(node.directoryPort)",
      "AuthDirTestEd25519LinkKeys 0", "AuthDirPinKeys 0",
      // One consensus for as long as the network is used.
      "V3AuthVotingInterval 3600 seconds", "V3AuthVoteDelay 2 seconds", "V3AuthDistDelay 2 seconds",
      // No vote until every relay has registered; NetworkStart then asks for one at once.
      "TestingV3AuthInitialVotingInterval 1800 seconds", "TestingV3AuthInitialVoteDelay 2 seconds",
      "TestingV3AuthInitialDistDelay 2 seconds", "AuthDirSharedRandomness 0", "TestingDirAuthVoteHSDir *",
      "ConsensusParams \(Self.consensusParameters.joined(separator: " "))",
    ]
    lines.append("TestingDirAuthVoteGuard \(guardVote)")
    if !guards.isEmpty { lines.append("TestingDirAuthVoteGuardIsStrict 1") }
    return lines
  }

  /// Which relays the authority calls guards.
  var guardVote: String { guards.isEmpty ? "*" : guards.map { "$" + $0.fingerprint }.joined(separator: ",") }
}
