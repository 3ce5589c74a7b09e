package import Kademlia
package import Wire
package import World

/// A network of the very engines that the daemon runs, on one thread, with a virtual clock, from one seed: the same
/// seed gives the same run.
package struct SimulatedNetwork {
  enum Event {
    case start(Int)
    case wake(Int)
    case request(from: Int, to: Int, life: Int, RequestID, DHTRequest)
    case response(from: Int, to: Int, life: Int, RequestID, DHTResponse)
    case dialled(by: Int, life: Int, PeerAddress, Dial)
    case leave(Int, life: Int)
    case stop(Int, life: Int, comesBackAfter: Duration)
    case comeBack(Int)
    case newcomer
    case knock(Int)
  }

  /// Why a dial was made.
  enum Dial: Hashable {
    case request
    case seed
    /// Of an inbound peer of this identity.
    case probe(NodeID)
  }

  package let settings: SimulationSettings
  package internal(set) var now: Moment
  package internal(set) var nodes: [SimulatedNode] = []
  package internal(set) var outcomes: [LookupKey: LookupOutcome] = [:]
  package internal(set) var reports: [Int: PublishReport] = [:]
  /// How long each lookup took to its first valid copy; none when the asker held one.
  package internal(set) var firstCopies: [LookupKey: Duration] = [:]
  var begun: [LookupKey: Instant] = [:]
  /// Requests that were put on a link.
  package internal(set) var requests = 0
  var events = EventQueue<Event>()
  var rng: SeededRandom
  /// What may never happen, and did; the first of it.
  package internal(set) var violations: [String] = []
  /// Calls of engines.
  package internal(set) var steps = 0
  /// The Sybils around each key.
  var sybils: [NodeID: [Int]] = [:]
  var indexByAddress: [PeerAddress: Int] = [:]
  var indexByID: [NodeID: Int] = [:]
  /// What is true of each node: kept together, since every request looks at it.
  var contacts: [Contact] = []
  let seeds: [PeerAddress]
  /// Of all nodes: each of thousands would find the same of the same bytes, which would take most of the time. There is room
  /// for the two signatures of each node's record, of which there are two while a new one spreads.
  let proven: ProvenSignatures

  /// One lookup of one node; after a restart its engine counts from the beginning again.
  package struct LookupKey: Hashable, Sendable {
    package let node: Int
    let life: Int
    package let id: LookupID
  }

  /// Makes a network of `count` nodes; nothing happens before `run`.
  package init(seed: UInt64, count: Int, settings: SimulationSettings = SimulationSettings()) {
    self.settings = settings
    proven = ProvenSignatures(capacity: 4 * count)
    // 2026-04-15T10:00:00Z, and an hour of uptime.
    now = Moment(
      instant: Instant(nanoseconds: 3_600_000_000_000), timestamp: Timestamp(milliseconds: 1_776_247_200_000))
    var chance = SeededRandom(seed: seed)
    let identities = (0..<count).map { _ in SimulatedIdentity(using: &chance) }
    rng = chance
    switch settings.beginning {
    case .settled: seeds = []
    case .joining(let seedCount, _): seeds = identities.prefix(seedCount).map(\.contact.address)
    }
    switch settings.beginning {
    case .settled:
      let tables = SettledTables(contacts: identities.map(\.contact), settings: settings.kademlia)
      for identity in identities {
        let table = tables.table(of: identity.nodeID, at: now.instant, using: &rng)
        addNode(identity, table: table, startAt: now.instant)
      }
    case .joining(_, let interval):
      for (index, identity) in identities.enumerated() {
        addNode(identity, table: nil, startAt: now.instant + interval * index)
      }
    }
    let dead = nodes.indices.shuffled(using: &rng).prefix(Int(Double(count) * settings.deadNodes))
    for index in dead { nodes[index].isUp = false }
    for index in nodes.indices where nodes[index].isUp { planLeaving(of: index, isUnderWay: true) }
  }

  // MARK: Time

  /// Lets the network run for a time.
  package mutating func run(for duration: Duration) {
    let end = now.instant + duration
    while let next = events.nextInstant, next <= end { step() }
    now = now + (end - now.instant)
  }

  /// Lets the network run until a condition holds, or for at most `limit`; returns whether it holds.
  @discardableResult
  package mutating func run(atMost limit: Duration, until condition: (SimulatedNetwork) -> Bool) -> Bool {
    let end = now.instant + limit
    while !condition(self) {
      guard let next = events.nextInstant, next <= end else { return false }
      step()
    }
    return true
  }

  // MARK: What nodes are told to do

  /// Has a node look something up. The outcome appears in `outcomes`.
  package mutating func find(
    _ query: ValueQuery, options: LookupOptions = LookupOptions(), from node: Int
  ) -> LookupKey {
    let (id, directives) = nodes[node].engine.find(query, options: options, at: now, using: &rng)
    let key = key(of: id, at: node)
    begun[key] = now.instant
    carryOut(directives, of: node)
    return key
  }

  /// Has a node look up the nodes nearest to an identifier.
  package mutating func findNode(
    _ target: NodeID, options: LookupOptions = LookupOptions(), from node: Int
  ) -> LookupKey {
    let (id, directives) = nodes[node].engine.findNode(target, options: options, at: now, using: &rng)
    carryOut(directives, of: node)
    return key(of: id, at: node)
  }

  /// Has a node publish a bundle signed now. The last report appears in `reports`.
  package mutating func publish(from node: Int) {
    nodes[node].publishes = true
    let bundle = nodes[node].identity.bundle(at: now.timestamp)
    do {
      carryOut(try nodes[node].engine.publish(bundle, at: now, using: &rng), of: node)
    } catch {
      preconditionFailure("a bundle signed now is a record: \(error)")
    }
  }

  /// Puts the bundle of a node where a publication would have put it: at the k nearest nodes that are up.
  package mutating func place(bundleOf node: Int) {
    let identity = nodes[node].identity
    let bundle = identity.bundle(at: now.timestamp)
    guard let record = try? BundleRecord(checking: bundle, at: now.timestamp, settings: settings.kademlia) else {
      preconditionFailure("a bundle signed now is a record")
    }
    for holder in nearest(to: identity.nodeID, besides: node) { nodes[holder].records.put(record) }
  }

  /// The k honest nodes that are up and nearest to an identifier, as only an observer of all can know them.
  package func nearest(to target: NodeID, besides node: Int) -> [Int] {
    let up = nodes.indices.filter { nodes[$0].isUp && nodes[$0].role == .honest && $0 != node }
    let byDistance = up.map { (distance: nodes[$0].identity.nodeID.distance(to: target), index: $0) }
      .sorted { $0.distance < $1.distance }
    return byDistance.prefix(settings.kademlia.k).map(\.index)
  }

  /// An honest node that is up, at random.
  package mutating func anyNode() -> Int {
    while true {
      let index = Int.random(in: nodes.indices, using: &rng)
      if nodes[index].isUp, nodes[index].role == .honest { return index }
    }
  }

  /// A node at random, up or not.
  package mutating func anyIndex() -> Int { Int.random(in: nodes.indices, using: &rng) }

  /// An identifier at random.
  package mutating func anyTarget() -> NodeID {
    NodeID(words: (rng.next(), rng.next(), rng.next(), rng.next()))
  }

  // MARK: Inside

  func key(of id: LookupID, at node: Int) -> LookupKey {
    LookupKey(node: node, life: nodes[node].life, id: id)
  }

  mutating func addNode(
    _ identity: SimulatedIdentity, role: SimulatedNode.Role = .honest, table: RoutingTable?, startAt: Instant
  ) {
    let (seeds, kademlia, proven, index) = (seeds, settings.kademlia, proven, nodes.count)
    indexByAddress[identity.contact.address] = index
    contacts.append(identity.contact)
    indexByID[identity.nodeID] = index
    nodes.append(
      SimulatedNode(identity: identity, role: role) { records in
        Engine(
          local: identity.nodeID, seeds: seeds.filter { $0 != identity.contact.address }, records: records,
          settings: kademlia, table: table, proven: proven)
      })
    events.plan(.start(index), at: startAt)
  }

  private mutating func step() {
    guard let (at, event) = events.popNext() else { return }
    now = now + (at - now.instant)
    handle(event)
  }
}
