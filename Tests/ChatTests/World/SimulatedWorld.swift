import Chat
import E2EE
import TestWorld
import Testing
import Wire
import World

/// Nodes joined by links that a seed cuts, delays and damages, on one virtual clock. It does what the daemon does:
/// one call of an engine, one commit, then the directives in order.
struct SimulatedWorld {
  /// What the wire does to frames, as chances from 0 to 1.
  struct Faults {
    var drop = 0.0
    var duplicate = 0.0
    /// Frames of one direction overtake one another.
    var reorder = false
    /// A delivered frame cuts the link.
    var cut = 0.0
    /// An engine call ends in a crash at a step drawn by chance.
    var crash = 0.0
    /// Receipts that never arrive, counted down.
    var lostAcks = 0

    static let none = Faults()
    static let hard = Faults(drop: 0.05, duplicate: 0.1, reorder: true, cut: 0.01, crash: 0.03)
  }

  struct Arrival {
    let at: Instant
    let order: Int
    let what: What

    enum What {
      case frame(WireMessage, from: Int, to: Int, epoch: Int)
      case link(Int, Int)
      case refused(Int, NodeID)
    }
  }

  var nodes: [SimulatedNode] = []
  /// Nodes that hold messages for others, and which of them refuse to.
  var holders: [MailboxHolder] = []
  var refusing: Set<NodeID> = []
  var held: [NodeID: [(deposit: OutgoingDeposit, holder: NodeID)]] = [:]
  /// Whether nodes are there that copy dead drops, and what they were given.
  var passesDropsOn = false
  var drops: [(drop: DeadDropEnvelope, peer: NodeID)] = []
  var clock = ManualClock()
  var faults = Faults.none
  var chance: SeededRandom
  let settings: ChatSettings
  /// A crash at exactly this step of the run, counted over all nodes' calls; see `steps`.
  var crashAt: Int?
  var steps = 0
  var crashes = 0
  var arrivals: [Arrival] = []
  var nextOrder = 0
  /// Live links by their two ends, with a number that tells a later link of the same ends from an earlier one.
  var links: [Set<Int>: Int] = [:]
  var nextEpoch = 0
  /// Every link that was asked for, in order.
  var connects: [ChatDirective] = []
  var dialled: [Int: Int] = [:]
  /// Every ciphertext that was ever put on the wire, to show that no message key served two plaintexts.
  var frames: [WireMessage] = []

  init(
    _ names: [String], seed: UInt64, settings: ChatSettings = ChatSettings(),
    preferences: ChatPreferences = ChatPreferences()
  ) {
    chance = SeededRandom(seed: seed)
    self.settings = settings
    for name in names {
      nodes.append(SimulatedNode(name: name, seed: chance.next(), settings: settings, preferences, at: clock.now))
    }
  }

  /// The last refusal of a call.
  var lastError: ChatError?

  // MARK: Time

  /// Lets everything happen that is due within `duration`.
  mutating func run(for duration: Duration) {
    let end = clock.now.instant + duration
    while let next = nextInstant, next <= end {
      if next > clock.now.instant { clock.advance(by: next - clock.now.instant) }
      step()
    }
    if end > clock.now.instant { clock.advance(by: end - clock.now.instant) }
  }

  struct Restless: Error {}

  /// Runs until nothing waits in any outbox.
  mutating func settle(within limit: Duration = .seconds(86_400)) throws(Restless) {
    let end = clock.now.instant + limit
    while !isSettled {
      guard let next = nextInstant, next <= end else { throw Restless() }
      if next > clock.now.instant { clock.advance(by: next - clock.now.instant) }
      step()
    }
  }

  var isSettled: Bool { nodes.allSatisfy { $0.store.state.outbox.isEmpty } && arrivals.isEmpty }

  var nextInstant: Instant? {
    let timers = nodes.filter(\.isOnline).compactMap(\.engine.nextDeadline)
    return (timers + arrivals.map(\.at)).min()
  }

  mutating func step() {
    let now = clock.now.instant
    for index in nodes.indices where nodes[index].isOnline {
      guard let deadline = nodes[index].engine.nextDeadline, deadline <= now else { continue }
      call(index) { node, now throws(ChatError) in
        try node.engine.tick(at: now, in: node.store, using: &node.chance)
      }
    }
    let due = arrivals.filter { $0.at <= now }.sorted { ($0.at, $0.order) < ($1.at, $1.order) }
    arrivals.removeAll { $0.at <= now }
    for arrival in due { happen(arrival.what) }
  }

  mutating func happen(_ what: Arrival.What) {
    switch what {
    case .link(let a, let b):
      guard nodes[a].isOnline, nodes[b].isOnline else { return refuse(id(b), to: a) }
      link(a, b)
    case .refused(let index, let peer): refuse(peer, to: index)
    case .frame(let wire, let from, let to, let epoch):
      guard links[[from, to]] == epoch else { return }
      deliver(wire, from: from, to: to)
      if Double.random(in: 0..<1, using: &chance) < faults.cut { cut([from, to]) }
    }
  }

  mutating func refuse(_ peer: NodeID, to index: Int) {
    call(index) { node, now throws(ChatError) in
      try node.engine.unreachable(peer, "offline", at: now, in: node.store, using: &node.chance)
    }
  }
}
