import Crypto
import Kademlia
import Simulator
import TestWorld
import Testing
import Wire
import World

/// One engine under test, with a clock and chance of its own and hands to play its peers.
struct Bench {
  var engine: Engine
  var clock = ManualClock()
  var rng = SeededRandom(seed: 42)
  let identity: SimulatedIdentity
  let records = MemoryRecordStore()
  /// The most requests that were in flight during `answerAll`.
  private(set) var mostRequests = 0

  init(seeds: [PeerAddress] = [], settings: KademliaSettings = KademliaSettings()) {
    identity = SimulatedIdentity(using: &rng)
    engine = Engine(local: identity.nodeID, seeds: seeds, records: records, settings: settings)
  }

  var now: Moment { clock.now }

  mutating func start(saved: [Contact] = []) -> [Engine.Directive] {
    engine.start(saved: saved, at: now, using: &rng)
  }

  /// Moves the clock and ticks.
  mutating func tick(after duration: Duration) -> [Engine.Directive] {
    clock.advance(by: duration)
    return engine.tick(at: now, using: &rng)
  }

  /// Ticks at every deadline for a time.
  mutating func run(
    for duration: Duration, _ each: (inout Bench, [Engine.Directive]) -> Void = { _, _ in }
  ) {
    let end = now.instant + duration
    while let due = engine.nextDeadline, due <= end {
      let directives = tick(after: max(.zero, due - now.instant))
      each(&self, directives)
    }
    clock.advance(by: end - now.instant)
  }

  mutating func prove(_ contact: Contact, dialled: Bool = true) -> [Engine.Directive] {
    engine.proven(contact, dialled: dialled, at: now, using: &rng)
  }

  mutating func receive(_ response: DHTResponse, to request: Ask, from sender: NodeID? = nil) -> [Engine.Directive]
  {
    engine.received(response, to: request.id, from: sender ?? request.contact.nodeID, at: now, using: &rng)
  }

  mutating func fail(_ request: Ask, _ reason: RequestFailure = .unreachable) -> [Engine.Directive] {
    engine.failed(request.id, reason, at: now, using: &rng)
  }

  mutating func find(_ query: ValueQuery) -> (id: LookupID, directives: [Engine.Directive]) {
    engine.find(query, at: now, using: &rng)
  }

  /// Has contacts enter the table as they do: dialled, proven, and answering a ping and what else they are asked.
  mutating func learn(_ contacts: [Contact]) {
    for contact in contacts {
      let directives = prove(contact)
      _ = answerAll(directives, with: \.plainAnswer)
    }
  }

  /// Answers every request, and those that follow from it, until none is left; returns all other directives.
  mutating func answerAll(
    _ directives: [Engine.Directive], with answer: (Ask) -> DHTResponse?
  ) -> [Engine.Directive] {
    var (rest, open): ([Engine.Directive], [Ask]) = (directives.others, directives.asks)
    while !open.isEmpty {
      let ask = open.removeFirst()
      mostRequests = max(mostRequests, engine.snapshot.requests)
      let next = answer(ask).map { receive($0, to: ask) } ?? fail(ask)
      rest += next.others
      open += next.asks
      let cancelled = Set(next.cancelled)
      open.removeAll { cancelled.contains($0.id) }
    }
    return rest
  }

  mutating func identities(_ count: Int) -> [SimulatedIdentity] {
    (0..<count).map { _ in SimulatedIdentity(using: &rng) }
  }

  mutating func record(of identity: SimulatedIdentity, username: String = "node") throws -> BundleRecord {
    try BundleRecord(
      checking: identity.bundle(at: now.timestamp, username: username), at: now.timestamp)
  }
}

/// A request that the engine wants made.
struct Ask {
  let id: RequestID
  let contact: Contact
  let request: DHTRequest

  /// What a node says that knows nobody and holds nothing.
  var plainAnswer: DHTResponse {
    switch request {
    case .ping: .pong
    case .findNode: .nodes([])
    case .findValue: .value([], nodes: [])
    case .store: .stored(.accepted)
    }
  }
}

extension [Engine.Directive] {
  var asks: [Ask] {
    compactMap {
      if case .request(let id, let contact, let request) = $0 {
        Ask(id: id, contact: contact, request: request)
      } else {
        nil
      }
    }
  }

  var others: [Engine.Directive] {
    filter { if case .request = $0 { false } else { true } }
  }

  var cancelled: [RequestID] {
    compactMap { if case .cancel(let id) = $0 { id } else { nil } }
  }

  var outcomes: [LookupOutcome] {
    compactMap { if case .finished(_, let outcome) = $0 { outcome } else { nil } }
  }

  var dials: [PeerAddress] {
    compactMap { if case .dialSeed(let address) = $0 { address } else { nil } }
  }

  var probes: [Contact] {
    compactMap { if case .probe(let contact) = $0 { contact } else { nil } }
  }

  var reports: [PublishReport] {
    compactMap { if case .published(let report) = $0 { report } else { nil } }
  }

  var saves: [[Contact]] {
    compactMap { if case .saveContacts(let contacts) = $0 { contacts } else { nil } }
  }

  var wantsRepublishing: Bool {
    contains { if case .republish = $0 { true } else { false } }
  }
}

/// Identifiers and contacts that need no keys.
enum Made {
  static func id(_ number: UInt64) -> NodeID {
    var rng = SeededRandom(seed: number)
    return NodeID(words: (rng.next(), rng.next(), rng.next(), rng.next()))
  }

  /// An identifier that shares exactly `bits` leading bits with `target`.
  static func id(sharing bits: Int, with target: NodeID, _ number: UInt64 = 0) -> NodeID {
    target.inBucket(255 - bits, lowerBits: id(number))
  }

  static func contact(_ nodeID: NodeID) -> Contact {
    Contact(nodeID: nodeID, address: onion(nodeID.hex))
  }

  /// An onion of its own for each name.
  static func onion(_ name: String, port: UInt16 = PeerAddress.standardPort) -> PeerAddress {
    OnionAddress(signingKey: SHA256.hash(Array(name.utf8))).map { PeerAddress($0, port: port) }
      ?? .loopback(port: port)
  }

  static func contacts(_ count: Int, from first: UInt64 = 0) -> [Contact] {
    (0..<UInt64(count)).map { contact(id(first + $0)) }
  }
}

/// `#expect(actual == expected)` for an `actual` whose evaluation changes something.
func expectEqual<Value: Equatable>(
  _ actual: Value, _ expected: Value, sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(actual == expected, sourceLocation: sourceLocation)
}
