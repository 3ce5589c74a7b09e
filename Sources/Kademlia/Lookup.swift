package import Wire

/// One iterative lookup: which nodes to ask next and when the k closest are known. It has no rounds: each answer,
/// failure, slow or late node frees a place at once. It keeps no time; the engine says which node is slow or late.
///
/// Until the `alpha` nearest candidates have answered, at most `alpha` requests are out; from then on the rest of the
/// k nearest is asked together, since waiting for it in threes would cost seven round trips for nothing. Once a holder of
/// what is looked for has answered, it is `agreement` instead of `alpha`: holders are among the k nearest, so no long way
/// is left, and where many are dead, dials do not have to fail three by three. Dials that take longer than usual neither
/// hold a place nor that up, and nobody who has a link waits for a place behind dials: after half of a network has died,
/// most dials lead nowhere.
///
/// A region of the key space that holds more than its share does not count beyond it (`RegionLimits`), and whoever names
/// nodes that are not there is not believed any longer.
package struct Lookup: Sendable {
  /// Where a candidate stands.
  package enum Standing: Hashable, Sendable {
    case waiting
    case asked
    /// Asked, and so late that its place was given to the next one; its answer still counts.
    case late
    case answered
    case failed
  }

  package struct Candidate: Hashable, Sendable {
    package fileprivate(set) var contact: Contact
    package let distance: Distance
    package fileprivate(set) var standing: Standing
    /// Other addresses that answers gave for the identity: one liar must not hide a node behind a wrong address.
    fileprivate var alternatives: [PeerAddress] = []
    /// How many answers lie between the local table and this candidate: 1 for one of the table.
    package let depth: Int
    /// The only node that named it; nil when several did, or when it is of the own table.
    fileprivate(set) var introducer: NodeID?
    /// Whether it was asked without a link, so that it has to be dialled.
    fileprivate var isDialled = false
    /// Whether that takes longer than usual: the answer is waited for, but its place is given to the next one.
    fileprivate var isSlow = false
  }

  package let target: NodeID
  private let local: NodeID
  private let shared: SharedSettings
  private let limits: RegionLimits
  /// By distance from the target, nearest first.
  package private(set) var candidates: [Candidate] = []
  /// Whether the `alpha` nearest that are known have answered.
  private(set) var hasConverged = false
  /// Whether somebody served what is looked for.
  private var hasHolder = false
  /// Requests made.
  package private(set) var requests = 0
  package private(set) var failures = 0
  /// What became of those whom one node alone had named.
  private var introductions: [NodeID: (good: Int, bad: Int)] = [:]

  /// Begins from the contacts of the local table.
  package init(
    target: NodeID, local: NodeID, seeds: [Contact], settings: SharedSettings,
    limits: RegionLimits = RegionLimits(networkSize: nil)
  ) {
    self.limits = limits
    self.target = target
    self.local = local
    shared = settings
    for seed in seeds { insert(seed, depth: 1) }
  }

  // MARK: What to do

  /// The contacts to ask now. Among those that share equally many bits with the target, one with a live link comes
  /// first: a dial through Tor costs seconds.
  package mutating func next(hasLink: (NodeID) -> Bool) -> [Contact] {
    // Being asked takes nobody from the nearest, and who has a link is looked up once.
    let nearest = nearest
    guard nearest.contains(where: { candidates[$0].standing == .waiting }) else { return [] }
    var links: [Bool?] = Array(repeating: nil, count: nearest.count)
    var result: [Contact] = []
    var out = requestsOut
    while let place = nextPlace(in: nearest, &links, besides: out, hasLink: hasLink) {
      let index = nearest[place]
      candidates[index].standing = .asked
      candidates[index].isDialled = !(links[place] ?? hasLink(candidates[index].contact.nodeID))
      if candidates[index].isDialled { out.dials += 1 } else { out.onLinks += 1 }
      requests += 1
      result.append(candidates[index].contact)
    }
    return result
  }

  /// Puts a contact back that could not be asked after all, for lack of a free request.
  package mutating func postpone(_ nodeID: NodeID) {
    guard let index = index(of: nodeID), candidates[index].standing == .asked else { return }
    candidates[index].standing = .waiting
    requests -= 1
  }

  /// Whether the k nearest that are neither failed nor late have all answered.
  package var isSettled: Bool { allNearest { candidates[$0].standing == .answered } }

  /// Whether all of them have answered whose dial takes no longer than usual.
  package var isSettledBesidesSlow: Bool {
    allNearest { candidates[$0].standing == .answered || candidates[$0].isSlow }
  }

  /// Whether they are the nearest there are: no late one would be among them if it answered.
  package var isComplete: Bool { isSettled && !mayChangeLate }

  /// Whether the answer of a late one would still count.
  private var mayChangeLate: Bool {
    guard candidates.contains(where: { $0.standing == .late }) else { return false }
    let possible = candidates.lazy.filter { $0.standing == .answered || $0.standing == .late }
    return Lookup.choose(from: possible, limits: limits, count: settings.k).contains { $0.standing == .late }
  }

  /// How many questions lead to a candidate.
  func depth(of nodeID: NodeID) -> Int? { index(of: nodeID).map { candidates[$0].depth } }

  func introducer(of nodeID: NodeID) -> NodeID? { index(of: nodeID).flatMap { candidates[$0].introducer } }

  package var hasAnswers: Bool { candidates.contains { $0.standing == .answered } }

  /// The up to k nearest that answered: nobody else counts.
  package var closest: [Contact] { chosen.map(\.contact) }

  /// The longest chain of answers that led to one of the closest.
  package var depth: Int { chosen.map(\.depth).max() ?? 0 }

  var chosen: [Candidate] {
    Lookup.choose(from: candidates.lazy.filter { $0.standing == .answered }, limits: limits, count: settings.k)
  }

  /// The `count` nearest, of each region no more than its share.
  static func choose(
    from candidates: some Sequence<Candidate>, limits: RegionLimits, count: Int
  ) -> [Candidate] {
    var result: [Candidate] = []
    for candidate in candidates where result.count < limits.limit(sharing: candidate.distance.sharedBits) {
      result.append(candidate)
      if result.count == count { break }
    }
    return result
  }

  // MARK: What happened

  /// More contacts of the local table became known.
  package mutating func add(_ contacts: [Contact]) {
    for contact in contacts { insert(contact, depth: 1) }
  }

  /// A node that was asked answered with these contacts; more than k of them, itself and the local node are ignored.
  /// Returns false when it was not asked.
  /// - Parameter isHolder: whether it served what is looked for.
  @discardableResult
  package mutating func answered(_ nodeID: NodeID, contacts: [Contact], isHolder: Bool = false) -> Bool {
    guard let index = index(of: nodeID) else { return false }
    switch candidates[index].standing {
    case .asked, .late:
      judge(index, wasLate: candidates[index].standing == .late, isThere: true)
      candidates[index].standing = .answered
      candidates[index].isSlow = false
    case .waiting, .answered, .failed: return false
    }
    if isHolder { hasHolder = true }
    let depth = candidates[index].depth + 1
    for contact in contacts.prefix(settings.k) where contact.nodeID != nodeID {
      insert(contact, depth: depth, introducer: nodeID)
    }
    return true
  }

  /// A dial takes longer than usual.
  package mutating func slow(_ nodeID: NodeID) {
    guard let index = index(of: nodeID), candidates[index].standing == .asked else { return }
    candidates[index].isSlow = true
  }

  package mutating func late(_ nodeID: NodeID) {
    guard let index = index(of: nodeID), candidates[index].standing == .asked else { return }
    candidates[index].standing = .late
    judge(index, wasLate: false, isThere: false)
  }

  package mutating func failed(_ nodeID: NodeID) {
    guard let index = index(of: nodeID) else { return }
    switch candidates[index].standing {
    case .asked, .late:
      failures += 1
      guard let address = candidates[index].alternatives.popLast() else {
        let wasLate = candidates[index].standing == .late
        candidates[index].standing = .failed
        if !wasLate { judge(index, wasLate: false, isThere: false) }
        return
      }
      candidates[index].contact = Contact(nodeID: nodeID, address: address)
      candidates[index].standing = .waiting
      candidates[index].isSlow = false
    case .waiting, .answered, .failed: break
    }
  }

  // MARK: Inside

  private var settings: KademliaSettings { shared.values }

  private var nearest: [Int] {
    var result: [Int] = []
    result.reserveCapacity(settings.k)
    _ = allNearest { index in
      result.append(index)
      return true
    }
    return result
  }

  /// Whether something holds of all of the k nearest candidates that are neither failed nor late, of each region no more
  /// than its share; they are visited by index until it does not. Since candidates are sorted, all that were taken before
  /// share as many bits with the target, or more.
  private func allNearest(_ holds: (Int) -> Bool) -> Bool {
    var (taken, tried, bits, share, attempts) = (0, 0, -1, 0, 0)
    for index in candidates.indices {
      if candidates[index].distance.sharedBits != bits {
        bits = candidates[index].distance.sharedBits
        (share, attempts) = (limits.limit(sharing: bits), limits.attempts(sharing: bits))
      }
      switch candidates[index].standing {
      case .waiting where tried >= attempts: continue
      case .waiting, .asked, .answered:
        if taken < share {
          guard holds(index) else { return false }
          taken += 1
          if taken == settings.k { return true }
        }
      case .late, .failed: break
      }
      tried += 1
    }
    return true
  }

  /// Notes whether a candidate that one node alone had named is there. Whoever names too many that are not is a liar, or
  /// knows an old network: what it alone named and nobody has asked yet is forgotten.
  private mutating func judge(_ index: Int, wasLate: Bool, isThere: Bool) {
    guard let introducer = candidates[index].introducer else { return }
    var record = introductions[introducer] ?? (good: 0, bad: 0)
    if isThere { record.good += 1 } else { record.bad += 1 }
    if isThere, wasLate { record.bad -= 1 }
    introductions[introducer] = record
    guard isDistrusted(introducer) else { return }
    candidates.removeAll { $0.introducer == introducer && $0.standing == .waiting }
  }

  private func isDistrusted(_ introducer: NodeID) -> Bool {
    guard let record = introductions[introducer] else { return false }
    return record.bad >= settings.falseIntroductions && record.bad > 2 * record.good
  }

  /// Which of the nearest to ask next.
  /// - Parameter links: whether each has a link, as far as that was looked up.
  private mutating func nextPlace(
    in nearest: [Int], _ links: inout [Bool?], besides out: (onLinks: Int, dials: Int), hasLink: (NodeID) -> Bool
  ) -> Int? {
    hasConverged = hasConverged || haveFirstAnswered(of: nearest)
    guard let first = nearest.firstIndex(where: { candidates[$0].standing == .waiting }) else { return nil }
    let places = hasConverged ? settings.k : hasHolder ? settings.agreement : settings.alpha
    let isFull = out.onLinks + out.dials >= places
    guard !isFull || out.onLinks < places else { return nil }
    let progress = isFull ? 0 : candidates[nearest[first]].distance.sharedBits
    for place in nearest.indices[first...] where candidates[nearest[place]].standing == .waiting {
      guard candidates[nearest[place]].distance.sharedBits >= progress else { break }
      let isLinked = links[place] ?? hasLink(candidates[nearest[place]].contact.nodeID)
      links[place] = isLinked
      if isLinked { return place }
    }
    return isFull ? nil : first
  }

  /// Whether the `alpha` nearest have answered, besides those whose dial takes longer than usual.
  private func haveFirstAnswered(of nearest: [Int]) -> Bool {
    var count = 0
    for index in nearest where !candidates[index].isSlow {
      guard candidates[index].standing == .answered else { return false }
      count += 1
      if count == settings.alpha { break }
    }
    return count > 0
  }

  /// The requests that hold a place.
  private var requestsOut: (onLinks: Int, dials: Int) {
    var result = (onLinks: 0, dials: 0)
    for index in candidates.indices where candidates[index].standing == .asked && !candidates[index].isSlow {
      if candidates[index].isDialled { result.dials += 1 } else { result.onLinks += 1 }
    }
    return result
  }

  private func index(of nodeID: NodeID) -> Int? {
    let distance = nodeID.distance(to: target)
    let index = position(of: distance)
    return index < candidates.count && candidates[index].distance == distance ? index : nil
  }

  /// Where a candidate at this distance is or would be.
  private func position(of distance: Distance) -> Int {
    var (low, high) = (0, candidates.count)
    while low < high {
      let middle = (low + high) / 2
      if candidates[middle].distance < distance { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private mutating func insert(_ contact: Contact, depth: Int, introducer: NodeID? = nil) {
    guard contact.nodeID != local else { return }
    let distance = contact.nodeID.distance(to: target)
    let index = position(of: distance)
    if index < candidates.count, candidates[index].distance == distance {
      if candidates[index].introducer != introducer { candidates[index].introducer = nil }
      addAlternative(contact.address, to: index)
      return
    }
    if let introducer, isDistrusted(introducer) { return }
    guard makeRoom(at: index, sharing: distance.sharedBits) else { return }
    candidates.insert(
      Candidate(
        contact: contact, distance: distance, standing: .waiting, depth: depth, introducer: introducer), at: index)
  }

  /// Whether there is room for a candidate at `index`: in its region, which holds only so many of those that may be
  /// asked, and among all. The farthest that was not asked gives way.
  private mutating func makeRoom(at index: Int, sharing bits: Int) -> Bool {
    // Whoever lies before it shares as many bits, or more.
    let end = candidates[index...].firstIndex { $0.distance.sharedBits < bits } ?? candidates.count
    let isPacked = end >= limits.attempts(sharing: bits) + settings.k
    guard isPacked || candidates.count >= settings.candidatesPerLookup else { return true }
    guard
      let farthest = candidates[..<(isPacked ? end : candidates.count)].lastIndex(where: { $0.standing == .waiting }
      ),
      farthest >= index
    else { return false }
    candidates.remove(at: farthest)
    return true
  }

  private mutating func addAlternative(_ address: PeerAddress, to index: Int) {
    guard candidates[index].contact.address != address, !candidates[index].alternatives.contains(address),
      candidates[index].alternatives.count < settings.alternativeAddresses
    else { return }
    switch candidates[index].standing {
    case .waiting, .asked, .late: candidates[index].alternatives.append(address)
    case .answered, .failed: break
    }
  }
}
