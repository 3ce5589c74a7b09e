import Wire
import World

/// What is remembered of those who come to this node: how much they have asked, and whom it dials back.
struct Door: Sendable {
  private var budgets: [UInt64: RequestBudget] = [:]
  private var total: RequestBudget?
  /// Inbound peers that are being dialled back, and since when.
  var probing: [NodeID: Instant] = [:]
  /// Inbound peers that were dialled back lately.
  var probed: [NodeID: Instant] = [:]

  var budgetCount: Int { budgets.count }

  /// Whether a request of this cost may be answered: the budget of its link first, then that of all links.
  mutating func admits(_ cost: Double, link: UInt64, settings: KademliaSettings, at now: Instant) -> Bool {
    if budgets[link] == nil, budgets.count >= settings.budgets { forgetFullBudgets(settings: settings, at: now) }
    var budget = budgets[link] ?? RequestBudget(burst: settings.linkBurst, at: now)
    let isAdmitted = budget.take(cost, burst: settings.linkBurst, rate: settings.linkRate, at: now)
    if budgets[link] != nil || budgets.count < settings.budgets { budgets[link] = budget }
    guard isAdmitted else { return false }
    var all = total ?? RequestBudget(burst: settings.totalBurst, at: now)
    defer { total = all }
    return all.take(cost, burst: settings.totalBurst, rate: settings.totalRate, at: now)
  }

  /// A full budget says nothing that a new one would not say.
  mutating func forgetFullBudgets(settings: KademliaSettings, at now: Instant) {
    budgets = budgets.filter {
      $0.value.level(burst: settings.linkBurst, rate: settings.linkRate, at: now) < settings.linkBurst
    }
  }

  mutating func forgetProbes(before now: Instant, settings: KademliaSettings) {
    probing = probing.filter { now - $0.value < settings.hardTimeout }
    probed = probed.filter { now - $0.value < settings.probeInterval }
  }
}
