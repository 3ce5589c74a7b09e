import World

/// The allowances of links, each by itself and all together.
struct LinkAllowances: Sendable {
  private let perLink: Allowance.Rate
  private let maximumLinks: Int
  private var links: [UInt64: Allowance] = [:]
  private var total: Allowance?
  private let inTotal: Allowance.Rate

  init(perLink: Allowance.Rate, inTotal: Allowance.Rate, maximumLinks: Int) {
    self.perLink = perLink
    self.inTotal = inTotal
    self.maximumLinks = maximumLinks
  }

  /// Whether this link may do one more thing now. What it may not is not taken from the others.
  mutating func take(_ link: UInt64, at now: Instant) -> Bool {
    guard links[link] != nil || links.count < maximumLinks else { return false }
    guard links[link, default: Allowance(perLink, at: now)].take(at: now) else { return false }
    var all = total ?? Allowance(inTotal, at: now)
    defer { total = all }
    return all.take(at: now)
  }

  mutating func forget(_ link: UInt64) { links[link] = nil }
}
