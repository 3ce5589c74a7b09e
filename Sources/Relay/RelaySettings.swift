import World

/// Every bound and delay of relaying and of mailboxes, with its reason.
package struct RelaySettings: Sendable {
  // MARK: Relay

  /// Hops that an envelope may still have when it comes: the original's bound, and enough for greedy routing among
  /// thousands of nodes.
  package var maximumTTL: UInt8 = 6
  /// What our own envelopes begin with: random, so that the first hop does not know that it is the first.
  package var initialTTL: ClosedRange<UInt8> = 4...6
  /// Envelopes of one link: the original's 10 in 10 seconds.
  package var relayPerLink = Allowance.Rate(burst: 10, perSecond: 1)
  /// And of all links: each costs a signature and a frame to send.
  package var relayInTotal = Allowance.Rate(burst: 50, perSecond: 5)
  /// Live links that one envelope is copied to when none leads to its target: more would multiply a flood at each hop.
  package var fanOut = 3
  /// Envelopes and dead drops remembered, in about 400 KB each.
  package var seenEntries = 4096
  /// How long an envelope is remembered: as long as its outer message can be accepted, 600 s and a clock's error.
  package var seenLifetime: Duration = .seconds(631)

  // MARK: Mailboxes

  /// How long a deposit is held at most, and when nobody says less: what the original holds.
  package var holdingTime: Duration = .seconds(48 * 3600)
  /// Bytes of one deposit: a text of 64 KiB in which every character is escaped, encrypted and inflated by base64
  /// twice, still fits.
  package var depositBytes = 1 << 20
  /// Deposits that one link may make, and their bytes: a sender brings a queue of a few dozen messages at a time.
  package var depositsPerLink = 64
  package var bytesPerLink = 8 << 20
  /// Deposits held for one mailbox, and their bytes: two days of lively talk, and nobody fills the node with one.
  package var depositsPerOwner = 256
  package var bytesPerOwner = 8 << 20
  /// Deposits held in total, and their bytes.
  package var deposits = 20_000
  package var bytes = 256 << 20
  /// Of the room in total, what is open to every mailbox; beyond it, only those near this node are served, so that
  /// invented mailboxes far away cannot fill it.
  package var openShare = 0.5
  /// Deposits and bytes of one delivery: a delivery is one frame, and base64 inflates it by 16/9.
  package var deliveryItems = 32
  package var deliveryBytes = 1 << 20
  /// Silence of an owner after which what it has not confirmed is delivered again on the same link.
  package var deliveryPatience: Duration = .seconds(120)
  /// How often that happens on one link: an owner whose store is full says nothing, and has it again on the next one.
  package var deliveryRepeats = 3
  /// How often expired deposits are swept out.
  package var sweep: Duration = .seconds(600)

  // MARK: Dead drops

  /// The furthest expiry: the original's 12 hours, and a clock's error. What claims more is refused, since a claim
  /// that is shortened at each node would begin anew at each.
  package var dropLifetime: Duration = .seconds(12 * 3600)
  package var clockSkew: Duration = .seconds(300)
  /// Drops held, and their bytes; in memory, the soonest to expire goes first.
  package var drops = 128
  package var dropBytes = 16 << 20
  /// Drops of one link, and of all: each is copied to every link.
  package var dropsPerLink = Allowance.Rate(burst: 5, perSecond: 0.1)
  package var dropsInTotal = Allowance.Rate(burst: 20, perSecond: 0.5)
  /// Links that a drop is copied to.
  package var dropFanOut = 8

  // MARK: All

  /// Links whose rates are remembered: more than a node has links.
  package var rememberedLinks = 2048

  package init() {}
}
