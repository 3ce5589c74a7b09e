import World

/// The budgets of many keys, each a token bucket of the same size. A key without an entry has a full budget, so that
/// full ones need not be remembered; beyond `limit` keys, newcomers are admitted unremembered.
struct BudgetBook<Key: Hashable & Sendable>: Sendable {
  private let burst: Double
  private let rate: Double
  private let limit: Int
  private var budgets: [Key: RequestBudget] = [:]

  /// - Parameter rate: tokens a second.
  init(burst: Double, rate: Double, limit: Int) {
    self.burst = burst
    self.rate = rate
    self.limit = limit
  }

  /// How many are not known to be full.
  var count: Int { budgets.count }

  /// Whether `cost` tokens are there, without taking them.
  func has(_ cost: Double, for key: Key, at now: Instant) -> Bool {
    budgets[key].map { $0.level(burst: burst, rate: rate, at: now) >= cost } ?? (burst >= cost)
  }

  /// Takes `cost` tokens, or nothing and returns false.
  mutating func take(_ cost: Double, for key: Key, at now: Instant) -> Bool {
    if let index = budgets.index(forKey: key) {
      return budgets.values[index].take(cost, burst: burst, rate: rate, at: now)
    }
    if budgets.count >= limit { forgetFull(at: now) }
    var budget = RequestBudget(burst: burst, at: now)
    let isAdmitted = budget.take(cost, burst: burst, rate: rate, at: now)
    if budgets.count < limit { budgets[key] = budget }
    return isAdmitted
  }

  /// A full budget says nothing that a new one would not say.
  mutating func forgetFull(at now: Instant) {
    budgets = budgets.filter { $0.value.level(burst: burst, rate: rate, at: now) < burst }
  }
}
