import Wire
import World

/// What is remembered of those who come to this node: how much they have asked and stored, and whom it dials back.
struct Door: Sendable {
  private var requests: BudgetBook<UInt64>
  private var total: RequestBudget?
  /// What each link has left of its share, links that asked in this second, and how many did in the last.
  private var shares: [UInt64: RequestBudget] = [:]
  private var recent: Set<UInt64> = []
  private var recentSince: Instant?
  private var askers = 1
  /// New records of others, by the link that brought them.
  private var records: BudgetBook<UInt64>
  /// Changed records, by their identity.
  private var changes: BudgetBook<NodeID>
  /// Inbound peers that are being dialled back, and since when.
  var probing: [NodeID: Instant] = [:]
  /// Inbound peers that were dialled back lately.
  var probed: [NodeID: Instant] = [:]
  /// Those of them that could not be reached and are still linked.
  var retries: [NodeID: ProbeRetry] = [:]

  init(settings: KademliaSettings) {
    requests = BudgetBook(burst: settings.linkBurst, rate: settings.linkRate, limit: settings.budgets)
    records = BudgetBook(
      burst: settings.recordsPerLink, rate: 1 / settings.recordInterval.inSeconds, limit: settings.budgets)
    changes = BudgetBook(
      burst: settings.changesPerPublisher, rate: 1 / settings.publisherInterval.inSeconds, limit: settings.budgets)
  }

  var budgetCount: Int { requests.count }

  /// Whether a request of this cost may be answered: the budget of its link first, then that of all links. The second
  /// half of that is kept for links that ask little, so that a flood from many links leaves room for those beside it.
  mutating func admits(_ cost: Double, link: UInt64, settings: KademliaSettings, at now: Instant) -> Bool {
    guard requests.take(cost, for: link, at: now) else { return false }
    let isModest = isModest(link, settings: settings, at: now)
    var all = total ?? RequestBudget(burst: settings.totalBurst, at: now)
    defer { total = all }
    let level = all.level(burst: settings.totalBurst, rate: settings.totalRate, at: now)
    guard isModest || level >= settings.totalBurst / 2 else { return false }
    return all.take(cost, burst: settings.totalBurst, rate: settings.totalRate, at: now)
  }

  /// Whether a link asks no more than its share: half of what all may ask, divided by those who do. What it has not used
  /// of that is kept for two questions that come at once.
  private mutating func isModest(_ link: UInt64, settings: KademliaSettings, at now: Instant) -> Bool {
    let rate = settings.totalRate / 2 / Double(max(askers, recent.count, 1))
    let burst = max(settings.shareBurst, rate)
    if recentSince.map({ now - $0 >= .seconds(1) }) ?? true {
      askers = max(1, recent.count)
      recent.removeAll(keepingCapacity: true)
      if !shares.isEmpty { shares = shares.filter { $0.value.level(burst: burst, rate: rate, at: now) < burst } }
      recentSince = now
    }
    if recent.count < settings.budgets { recent.insert(link) }
    if let index = shares.index(forKey: link) {
      return shares.values[index].take(burst: burst, rate: rate, at: now)
    }
    var share = RequestBudget(burst: burst, at: now)
    let isModest = share.take(burst: burst, rate: rate, at: now)
    if shares.count < settings.budgets { shares[link] = share }
    return isModest
  }

  /// Why a record of an identity is not even checked; nil when it may come. A link brings its own record freely.
  func refusal(of nodeID: NodeID, isChange: Bool, from requester: Requester, at now: Instant) -> RecordRefusal? {
    if isChange, !changes.has(1, for: nodeID, at: now) { return .tooOften }
    let isForeign = requester.nodeID != nodeID
    return !isChange && isForeign && !records.has(1, for: requester.link, at: now) ? .tooMany : nil
  }

  /// A record was kept.
  mutating func noteKept(_ nodeID: NodeID, isChange: Bool, from requester: Requester, at now: Instant) {
    if isChange {
      _ = changes.take(1, for: nodeID, at: now)
    } else if requester.nodeID != nodeID {
      _ = records.take(1, for: requester.link, at: now)
    }
  }

  mutating func forgetFullBudgets(at now: Instant) {
    requests.forgetFull(at: now)
    records.forgetFull(at: now)
    changes.forgetFull(at: now)
  }

  /// A linked peer could not be dialled back.
  mutating func planRetry(of nodeID: NodeID, settings: KademliaSettings, at now: Instant) {
    var retry = retries[nodeID] ?? ProbeRetry()
    retry.failures += 1
    let (first, last) = (settings.probeBackoff.lowerBound, settings.probeBackoff.upperBound)
    retry.due = now + min(first * (1 << min(retry.failures - 1, 16)), last)
    retries[nodeID] = retry
  }

  mutating func forgetProbes(before now: Instant, settings: KademliaSettings) {
    probing = probing.filter { now - $0.value < settings.hardTimeout }
    probed = probed.filter { now - $0.value < settings.probeInterval }
  }
}
