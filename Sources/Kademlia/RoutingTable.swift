package import Wire
package import World

/// The contacts that this node has proven itself: 256 buckets by XOR distance from the local identifier, one entry
/// per identity and per address. A dropped connection removes nobody; failed requests do, and only when somebody
/// better is known, so that a node whose own network failed still knows whom to ask.
package struct RoutingTable: Sendable {
  /// What became of a contact that was offered.
  package enum Admission: Hashable, Sendable {
    case added
    /// It was in the table and counts as just seen.
    case renewed
    /// The bucket is full; the contact waits, and this one should be asked whether it is still there.
    case waiting(behind: Contact)
    case refusedAsLocal
    /// Another identity has this address: the older one stays.
    case refusedAddressTaken
    /// Enough contacts have been named by the same node.
    case refusedIntroducer
    /// Its region of the key space holds more than its share.
    case refusedPacked
    /// The operator wants a proof of work on identities, and it has too little.
    case refusedWithoutWork
  }

  package let local: NodeID
  private let shared: SharedSettings
  private var buckets: [KBucket]
  /// Which buckets hold entries, as four words, bucket 255 in the highest bit of the first.
  private var occupied: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
  private var owners: [PeerAddress: NodeID] = [:]
  /// How many entries each node has named.
  private var introduced: [NodeID: Int] = [:]
  package private(set) var count = 0

  package init(local: NodeID, settings: KademliaSettings = KademliaSettings()) {
    self.local = local
    shared = SharedSettings(settings)
    buckets = Array(repeating: KBucket(), count: 256)
  }

  var settings: KademliaSettings { shared.values }

  // MARK: Reading

  package func entry(_ nodeID: NodeID) -> KBucket.Entry? {
    guard let bucket = bucketIndex(nodeID), let index = buckets[bucket].index(of: nodeID) else { return nil }
    return buckets[bucket].entries[index]
  }

  func contains(_ nodeID: NodeID) -> Bool {
    bucketIndex(nodeID).map { buckets[$0].index(of: nodeID) != nil } ?? false
  }

  /// All entries, the farthest bucket first.
  package var entries: [KBucket.Entry] { buckets.reversed().flatMap(\.entries) }

  package func bucket(_ index: Int) -> KBucket { buckets[index] }

  /// How many contacts have not failed as often as makes them questionable.
  package var goodCount: Int {
    buckets.reduce(0) { $0 + $1.entries.count { $0.failures < settings.failuresBeforeEviction } }
  }

  /// The lowest bucket that holds a contact: how deep the table reaches; nil when it is empty.
  package var lowestOccupied: Int? {
    if occupied.3 != 0 { return occupied.3.trailingZeroBitCount }
    if occupied.2 != 0 { return 64 + occupied.2.trailingZeroBitCount }
    if occupied.1 != 0 { return 128 + occupied.1.trailingZeroBitCount }
    return occupied.0 != 0 ? 192 + occupied.0.trailingZeroBitCount : nil
  }

  /// Whether any contact is not questionable.
  var hasGood: Bool {
    buckets.contains { $0.entries.contains { $0.failures < settings.failuresBeforeEviction } }
  }

  /// Contacts that were last heard of before, the longest silent first.
  func silent(since instant: Instant) -> [KBucket.Entry] {
    var result: [KBucket.Entry] = []
    for bucket in buckets {
      for index in bucket.entries.indices where bucket.entries[index].lastSeen <= instant {
        result.append(bucket.entries[index])
      }
    }
    let order = result.indices.sorted { a, b in
      (result[a].lastSeen, result[a].contact.nodeID) < (result[b].lastSeen, result[b].contact.nodeID)
    }
    return order.map { result[$0] }
  }

  /// Whether a contact would find a place at once in the bucket of `nodeID`.
  package func hasRoom(for nodeID: NodeID) -> Bool {
    guard let bucket = bucketIndex(nodeID) else { return false }
    return buckets[bucket].entries.count < settings.k
  }

  /// The `count` entries nearest to `target`, nearest first; if so asked, without those that have failed since they
  /// last answered, and without one identity. Buckets are visited in XOR order, so only a few of them are looked into:
  /// bucket b holds what differs from the local identifier first in bit b, hence lies nearer to the target than the
  /// local node does when the target differs in bit b too.
  package func closest(
    to target: NodeID, count: Int, withoutFailures: Bool = false, excluding excluded: NodeID? = nil
  ) -> [Contact] {
    var found = Nearest(target: target, withoutFailures: withoutFailures, excluded: excluded)
    found.places.reserveCapacity(count + settings.k)
    let distance = local.distance(to: target).words
    let nearer = (
      occupied.0 & distance.0, occupied.1 & distance.1, occupied.2 & distance.2, occupied.3 & distance.3
    )
    let farther = (
      occupied.0 & ~distance.0, occupied.1 & ~distance.1, occupied.2 & ~distance.2, occupied.3 & ~distance.3
    )
    _ =
      found.descend(nearer.0, 192, in: buckets, until: count)
      && found.descend(nearer.1, 128, in: buckets, until: count)
      && found.descend(nearer.2, 64, in: buckets, until: count)
      && found.descend(nearer.3, 0, in: buckets, until: count)
      && found.ascend(farther.3, 0, in: buckets, until: count)
      && found.ascend(farther.2, 64, in: buckets, until: count)
      && found.ascend(farther.1, 128, in: buckets, until: count)
      && found.ascend(farther.0, 192, in: buckets, until: count)
    return found.places.prefix(count).map { buckets[$0.bucket].contact(at: $0.index) }
  }

  // MARK: Changing

  /// Takes in a contact that this node dialled, that proved its keys and that answered a request.
  /// - Parameters:
  ///   - introducer: who named it; one node may name so many, as soon as the table holds k.
  ///   - workBits: of the proof of work on its identity; with enough of it the limits do not hold.
  ///   - limits: how many contacts a region may hold.
  package mutating func admit(
    _ contact: Contact, introducer: NodeID? = nil, workBits: Int = 0,
    limits: RegionLimits = RegionLimits(networkSize: nil), at now: Instant
  ) -> Admission {
    guard let bucket = bucketIndex(contact.nodeID) else { return .refusedAsLocal }
    let held = buckets[bucket].index(of: contact.nodeID)
    if let held, buckets[bucket].contact(at: held) == contact {
      buckets[bucket].renew(held, at: now) { _ in }
      return .renewed
    }
    if let owner = owners[key(contact)], owner != contact.nodeID { return .refusedAddressTaken }
    if let index = held {
      owners[key(buckets[bucket].entries[index].contact)] = nil
      owners[key(contact)] = contact.nodeID
      buckets[bucket].renew(index, at: now) { $0.contact = contact }
      return .renewed
    }
    let candidate = KBucket.Candidate(contact: contact, introducer: introducer, workBits: workBits)
    if let refusal = refusal(of: candidate, in: bucket, limits) { return refusal }
    guard buckets[bucket].entries.count < settings.k else { return waitOrReplace(candidate, in: bucket, at: now) }
    append(candidate, to: bucket, at: now)
    return .added
  }

  /// Why a newcomer is not taken; nil when it may be.
  private func refusal(
    of candidate: KBucket.Candidate, in bucket: Int, _ limits: RegionLimits
  ) -> Admission? {
    guard candidate.workBits >= settings.requiredWorkBits else { return .refusedWithoutWork }
    guard count >= settings.k, candidate.workBits < settings.workBits else { return nil }
    if let introducer = candidate.introducer,
      introduced[introducer, default: 0] >= settings.contactsPerIntroducer
    {
      return .refusedIntroducer
    }
    return isPacked(candidate.contact.nodeID, in: bucket, limits) ? .refusedPacked : nil
  }

  /// Whether a bucket already holds as many contacts around an identifier as a network of this size has there: then they
  /// were made to lie there.
  private func isPacked(_ nodeID: NodeID, in bucket: Int, _ limits: RegionLimits) -> Bool {
    let shared = buckets[bucket].entries.map { $0.contact.nodeID.distance(to: nodeID).sharedBits }
    return shared.sorted(by: >).enumerated().contains { $0.offset + 1 >= limits.limit(sharing: $0.element) }
  }

  /// A contact of the table answered; `roundTrip` when it did so on a link that was already up.
  package mutating func answered(_ nodeID: NodeID, roundTrip: Duration?, at now: Instant) {
    guard let bucket = bucketIndex(nodeID), let index = buckets[bucket].index(of: nodeID) else { return }
    buckets[bucket].renew(index, at: now) { entry in
      guard let roundTrip else { return }
      if entry.roundTrip == nil {
        entry.roundTrip = RoundTrip(first: roundTrip)
      } else {
        entry.roundTrip?.record(roundTrip)
      }
    }
  }

  /// A request to a contact of the table failed. After `failuresBeforeEviction` of them it goes, if a replacement
  /// waits or enough good contacts remain. Returns whether it was removed.
  @discardableResult
  package mutating func failed(_ nodeID: NodeID, at now: Instant) -> Bool {
    guard let bucket = bucketIndex(nodeID), let index = buckets[bucket].index(of: nodeID) else { return false }
    buckets[bucket].entries[index].failures += 1
    guard buckets[bucket].entries[index].failures >= settings.failuresBeforeEviction,
      !buckets[bucket].replacements.isEmpty || goodCount >= settings.k
    else { return false }
    remove(nodeID, at: now)
    return true
  }

  /// Removes a contact; the newest replacement of its bucket takes the place.
  package mutating func remove(_ nodeID: NodeID, at now: Instant) {
    guard let bucket = bucketIndex(nodeID) else { return }
    buckets[bucket].replacements.removeAll { $0.contact.nodeID == nodeID }
    guard let index = buckets[bucket].index(of: nodeID) else { return }
    let removed = buckets[bucket].entries.remove(at: index)
    owners[key(removed.contact)] = nil
    if let introducer = removed.introducer { note(introducer, -1) }
    count -= 1
    setOccupied(bucket)
    while let next = buckets[bucket].replacements.popLast() {
      guard owners[key(next.contact)] == nil else { continue }
      append(next, to: bucket, at: now)
      return
    }
  }

  // MARK: Inside

  /// What only one identity may have: an onion, whatever the port; between processes of one machine, host and port.
  private func key(_ contact: Contact) -> PeerAddress {
    contact.address.isOnion ? contact.address.withoutPort : contact.address
  }

  private func bucketIndex(_ nodeID: NodeID) -> Int? { local.distance(to: nodeID).bucketIndex }

  private mutating func note(_ introducer: NodeID, _ change: Int) {
    let count = introduced[introducer, default: 0] + change
    introduced[introducer] = count > 0 ? count : nil
  }

  private mutating func append(_ candidate: KBucket.Candidate, to bucket: Int, at now: Instant) {
    let contact = candidate.contact
    let held = buckets[bucket].entries.count
    // Doubling would leave a third of each full bucket unused.
    if held == buckets[bucket].entries.capacity {
      buckets[bucket].entries.reserveCapacity(min(held + 4, settings.k))
    }
    buckets[bucket].entries.append(
      KBucket.Entry(
        contact: contact, since: now, introducer: candidate.introducer, workBits: candidate.workBits, lastSeen: now,
        failures: 0, roundTrip: nil))
    owners[key(contact)] = contact.nodeID
    if let introducer = candidate.introducer { note(introducer, 1) }
    count += 1
    setOccupied(bucket)
  }

  /// A full bucket: a contact that failed often enough gives way, else the newcomer waits.
  private mutating func waitOrReplace(
    _ candidate: KBucket.Candidate, in bucket: Int, at now: Instant
  ) -> Admission {
    buckets[bucket].addReplacement(candidate, limit: settings.replacementsPerBucket)
    if let bad = buckets[bucket].entries.first(where: { $0.failures >= settings.failuresBeforeEviction }) {
      remove(bad.contact.nodeID, at: now)
      return .added
    }
    return .waiting(behind: buckets[bucket].entries[0].contact)
  }

  private mutating func setOccupied(_ bucket: Int) {
    let bit: UInt64 = 1 << UInt64(bucket % 64)
    func changed(_ word: UInt64) -> UInt64 { buckets[bucket].entries.isEmpty ? word & ~bit : word | bit }
    switch bucket / 64 {
    case 3: occupied.0 = changed(occupied.0)
    case 2: occupied.1 = changed(occupied.1)
    case 1: occupied.2 = changed(occupied.2)
    default: occupied.3 = changed(occupied.3)
    }
  }
}
