package import Wire
package import World

/// The DHT of one node, as a value: it is told what happened and when, and says what to do. It keeps the routing
/// table, runs lookups and publications, answers questions from the records it holds, and never rests while it knows
/// nobody. All methods are called on the node's thread; directives are carried out in order.
package struct Engine {
  /// What the daemon is to do.
  package enum Directive: Sendable {
    /// Ask this contact, on a live link or after dialling it. Report back with `received` or `failed`.
    case request(RequestID, to: Contact, DHTRequest)
    /// The answer is no longer wanted: a dial that has not begun may be dropped.
    case cancel(RequestID)
    /// Dial an address whose identity is not known; report with `proven` or `seedFailed`.
    case dialSeed(PeerAddress)
    /// Dial this inbound peer's own address although a link is up; report with `proven` or `probeFailed`.
    case probe(Contact)
    /// A lookup found a record, or a newer one, and goes on.
    case found(LookupID, BundleRecord, servedBy: NodeID)
    case finished(LookupID, LookupOutcome)
    /// The answer to `ping`: how long it took, or nil.
    case pinged(LookupID, Duration?)
    case published(PublishReport)
    /// The own record was read back.
    case audited(AuditReport)
    /// What was to be handed over before leaving has been.
    case left
    /// Sign the own bundle anew and hand it to `publish`.
    case republish
    /// Keep these contacts, the best first, for the next start.
    case saveContacts([Contact])
    /// The record store failed; the engine goes on without it.
    case storeFailed(RecordStoreError)
  }

  /// A peer whose link is up and has proven its keys.
  struct Link: Sendable {
    let contact: Contact
    /// Whether this node dialled it, so that its address is proven too.
    var isDialled: Bool
    let workBits: Int
  }

  package let local: NodeID
  package var settings: KademliaSettings { shared.values }
  let shared: SharedSettings
  let records: any RecordStore
  let proven: ProvenSignatures
  package internal(set) var table: RoutingTable
  package internal(set) var counters = Counters()
  var links: [NodeID: Link] = [:]
  var outstanding: [RequestID: Outstanding] = [:]
  var lookups: [LookupID: ActiveLookup] = [:]
  /// Lookups that wait for a free request.
  var stalled: [LookupID] = []
  /// Lookups that wait for others to end.
  var queue = LookupQueue()
  var nextLookup: UInt64 = 1
  /// What a region of the key space may hold, by the last estimate of the network's size.
  var limits = RegionLimits(networkSize: nil)
  var publishing = Publishing()
  /// What is left to be handed over; nil unless this node is leaving.
  var leaving: Leaving?
  var joining: Joining
  var upkeep: Upkeep
  var door: Door
  /// How long answers take on live links of peers not timed yet, and after a dial.
  var warm: RoundTrip
  var cold: RoundTrip
  /// What this turn asks of the daemon, until the verb returns.
  var directives: [Directive] = []

  /// - Parameters:
  ///   - seeds: addresses through which to join when no saved contact answers.
  ///   - table: a table to begin with as if the node had joined, for simulations that do not begin at the beginning.
  ///   - proven: what others in the same process have checked; nil: nothing.
  package init(
    local: NodeID, seeds: [PeerAddress], records: any RecordStore,
    settings: KademliaSettings = KademliaSettings(), table: RoutingTable? = nil,
    proven: ProvenSignatures? = nil
  ) {
    self.local = local
    shared = SharedSettings(settings)
    self.records = records
    self.proven = proven ?? ProvenSignatures(capacity: settings.provenSignatures)
    self.table = table ?? RoutingTable(local: local, settings: settings)
    joining = Joining(seeds: seeds)
    upkeep = Upkeep()
    door = Door(settings: settings)
    warm = RoundTrip(first: settings.firstWarmGuess)
    cold = RoundTrip(first: settings.firstColdGuess)
  }

  // MARK: The five verbs

  /// Begins: joins through the saved contacts, then through the seeds, and plans the upkeep.
  package mutating func start(
    saved: [Contact], at now: Moment, using rng: inout some RandomNumberGenerator
  ) -> [Directive] {
    joining.saved = Array(saved.prefix(settings.savedContacts))
    planUpkeep(at: now.instant, using: &rng)
    joining.isDone = table.goodCount > 0
    estimateNetworkSize()
    if !joining.isDone { attemptToJoin(at: now, using: &rng) }
    return flush()
  }

  /// An answer came on a link whose proven identity is `sender`. Peers without our extension echo no identifier:
  /// then `id` is nil and the oldest question of that kind is meant.
  package mutating func received(
    _ response: DHTResponse, to id: RequestID?, from sender: NodeID, at now: Moment,
    using rng: inout some RandomNumberGenerator
  ) -> [Directive] {
    accept(response, to: id, from: sender, at: now, using: &rng)
    return flush()
  }

  /// A request will not be answered.
  package mutating func failed(
    _ id: RequestID, _ reason: RequestFailure, at now: Moment, using rng: inout some RandomNumberGenerator
  ) -> [Directive] {
    fail(id, reason, at: now, using: &rng)
    return flush()
  }

  /// Time has passed: call when `nextDeadline` is reached, or at any other time.
  package mutating func tick(at now: Moment, using rng: inout some RandomNumberGenerator) -> [Directive] {
    if let due = nextDeadline, now.instant - due > settings.wakeThreshold { wake(at: now, using: &rng) }
    expireRequests(at: now, using: &rng)
    expireLookups(at: now, using: &rng)
    if let attempt = joining.nextAttempt, attempt <= now.instant { attemptToJoin(at: now, using: &rng) }
    if let due = joining.seedsDue, due <= now.instant { dialSeeds(at: now.instant, using: &rng) }
    retryProbes(at: now.instant)
    goOnLeaving(at: now, using: &rng)
    keepUp(at: now, using: &rng)
    resumeStalled(at: now, using: &rng)
    return flush()
  }

  /// When `tick` is to be called next; nil when nothing is planned.
  package private(set) var nextDeadline: Instant?

  private var earliestDeadline: Instant? {
    var earliest = upkeep.nextDeadline
    func consider(_ instant: Instant?) {
      guard let instant else { return }
      earliest = earliest.map { min($0, instant) } ?? instant
    }
    consider(publishing.due)
    if publishing.report == nil { consider(publishing.auditDue) }
    consider(leaving?.due)
    consider(joining.nextAttempt)
    consider(joining.seedsDue)
    for retry in door.retries.values { consider(retry.due) }
    // By place: whole values would be copied, and this is asked after each call.
    for place in outstanding.indices { consider(outstanding.values[place].nextChange) }
    for place in lookups.indices { consider(deadline(of: lookups.values[place])) }
    return earliest
  }

  // MARK: Inside

  private mutating func flush() -> [Directive] {
    nextDeadline = earliestDeadline
    defer { directives = [] }
    return directives
  }

  /// Ends a use case: what it has asked of the daemon.
  mutating func finishTurn() -> [Directive] { flush() }

  /// Runs an act of the record store; a failure is reported and yields nil.
  mutating func withRecords<T>(_ act: (any RecordStore) throws(RecordStoreError) -> T) -> T? {
    do {
      return try act(records)
    } catch {
      counters.count("records.store-failures")
      directives.append(.storeFailed(error))
      return nil
    }
  }
}
