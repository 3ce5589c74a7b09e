package import Wire
package import World

/// The mailboxes that this node keeps for others. What must survive is in the store; the value holds which owners are
/// linked and what links have brought, which a restart may forget.
package struct Mailbox: Sendable {
  package enum Directive: Hashable, Sendable {
    /// Answer on this link with an `ack` of a deposit.
    case note(AckMessage, link: UInt64)
    /// Hand deposits to their owner, on its proven link.
    case deliver(StoreAndForwardDelivery, to: NodeID)
    /// Somebody deposited for this node at this node.
    case open(StoreAndForwardItem)
  }

  package let local: NodeID
  package let settings: RelaySettings
  /// Whether new deposits are taken. What is held already is delivered anyway: receipts were given for it.
  package var isOn: Bool
  package internal(set) var counters = Counters()
  /// What each link has brought.
  var depositors: [UInt64: MailboxUsage] = [:]
  /// Owners with a proven live link.
  var collections: [MailboxOwner: Collection] = [:]
  /// What the store holds; nil until it is asked.
  var usage: MailboxUsage?
  var nextSweep: Instant?

  /// How far the delivery to one linked owner has come.
  struct Collection: Sendable {
    let peer: NodeID
    /// Deposits up to this sequence were handed to the link.
    var handedThrough: Int64 = 0
    /// Names of those without the owner's receipt.
    var inFlight: Set<String> = []
    /// When what has no receipt is handed over again.
    var deadline: Instant?
    var repeats = 0
  }

  package init(local: NodeID, isOn: Bool = true, settings: RelaySettings = RelaySettings()) {
    self.local = local
    self.isOn = isOn
    self.settings = settings
  }

  // MARK: Time

  /// Begins: expired deposits are swept from now on, but not before other nodes could contradict a clock that is days ahead.
  package mutating func start(at now: Moment) { nextSweep = now.instant + settings.sweep }

  package var nextDeadline: Instant? {
    [nextSweep, collections.values.compactMap(\.deadline).min()].compactMap(\.self).min()
  }

  package mutating func tick<Store: MailboxStore>(
    at now: Moment, in store: Store
  ) throws(Store.Failure) -> [Directive] {
    if let nextSweep, nextSweep <= now.instant { try sweep(at: now, in: store) }
    var directives: [Directive] = []
    let due = collections.filter { $0.value.deadline.map { $0 <= now.instant } ?? false }.keys
    for owner in due.sorted(by: { ($0.high, $0.low) < ($1.high, $1.low) }) {
      directives += try repeatDelivery(to: owner, at: now, in: store)
    }
    return directives
  }

  private mutating func sweep<Store: MailboxStore>(at now: Moment, in store: Store) throws(Store.Failure) {
    // Set first: a store that fails is not asked again in the same moment.
    nextSweep = now.instant + settings.sweep
    let expired = try store.expireHeldDeposits(at: now.timestamp)
    guard expired > 0 else { return }
    counters.count("mailbox.expired", by: UInt64(expired))
    usage = nil
  }

  /// The store took back what it wrote last: what is held is counted anew.
  package mutating func storeFailed() { usage = nil }

  /// What is held.
  package mutating func held<Store: MailboxStore>(in store: Store) throws(Store.Failure) -> MailboxUsage {
    if let usage { return usage }
    let counted = try store.mailboxUsage()
    usage = counted
    return counted
  }

  /// A link has closed.
  package mutating func linkClosed(_ link: UInt64) { depositors[link] = nil }
}
