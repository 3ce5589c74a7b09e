import Wire

/// One lookup over one or more disjoint paths (Baumgart and Mies 2007): each node is asked by one path only, and what
/// it names leads only that path on. That it is there counts for all, so that they agree on the nearest without asking
/// them more than once.
struct Walk: Sendable {
  private enum Handling: Sendable {
    case asked(path: Int, tried: [PeerAddress])
    case late(path: Int, tried: [PeerAddress])
    case answered
    case failed(tried: [PeerAddress])
  }

  let target: NodeID
  private let shared: SharedSettings
  private let limits: RegionLimits
  private(set) var paths: [Lookup]
  private var handling: [NodeID: Handling] = [:]
  /// Those whose dial takes longer than usual.
  private var slow: Set<NodeID> = []
  private var nextPath = 0
  /// Requests made.
  private(set) var requests = 0
  private(set) var failures = 0

  init(
    target: NodeID, local: NodeID, seeds: [Contact], paths count: Int, limits: RegionLimits,
    settings: SharedSettings
  ) {
    self.target = target
    shared = settings
    self.limits = limits
    paths = Array(
      repeating: Lookup(target: target, local: local, seeds: [], settings: settings, limits: limits),
      count: max(1, min(count, settings.values.maximumPaths)))
    add(seeds)
  }

  // MARK: What is known

  var isEmpty: Bool { paths.allSatisfy { $0.candidates.isEmpty } }
  var isSettled: Bool { paths.allSatisfy(\.isSettled) }
  var isSettledBesidesSlow: Bool { paths.allSatisfy(\.isSettledBesidesSlow) }
  var isComplete: Bool { paths.allSatisfy(\.isComplete) }
  /// Whether on each path the nearest that are known have answered.
  var hasConverged: Bool { paths.allSatisfy(\.hasConverged) }
  var hasAnswers: Bool { paths.contains(where: \.hasAnswers) }
  var closest: [Contact] { chosen.map(\.contact) }

  /// The only node that has named a candidate.
  func introducer(of nodeID: NodeID) -> NodeID? { paths.lazy.compactMap { $0.introducer(of: nodeID) }.first }

  /// Which path asks a node, and how many questions lead to it there; nil when none asks it.
  func place(of nodeID: NodeID) -> (path: Int, depth: Int)? {
    switch handling[nodeID] {
    case .asked(let path, _), .late(let path, _): paths[path].depth(of: nodeID).map { (path, $0) }
    case .answered, .failed, nil: nil
    }
  }

  /// All that answered within a distance, nearest first.
  func answered(within radius: Double) -> [Contact] {
    answered.lazy.prefix { $0.distance.fraction <= radius }.map(\.contact)
  }

  /// The nearest that answered, each with how many questions led to it.
  var chosen: [Lookup.Candidate] {
    paths.count == 1 ? paths[0].chosen : Lookup.choose(from: answered, limits: limits, count: settings.k)
  }

  private var answered: [Lookup.Candidate] {
    guard paths.count > 1 else { return paths[0].candidates.filter { $0.standing == .answered } }
    // The candidates of each path are sorted by distance, so they only have to be merged.
    var merged: [Lookup.Candidate] = []
    var rest = paths.map { $0.candidates[...] }
    while let path = Walk.nearest(of: &rest), let next = rest[path].popFirst() {
      if merged.last?.distance != next.distance { merged.append(next) }
    }
    return merged
  }

  /// Which path's next candidate that answered is the nearest, at equal distance the one that fewer questions lead to.
  private static func nearest(of rest: inout [ArraySlice<Lookup.Candidate>]) -> Int? {
    var nearest: (path: Int, distance: Distance, depth: Int)?
    for path in rest.indices {
      while let head = rest[path].first, head.standing != .answered { rest[path].removeFirst() }
      guard let head = rest[path].first else { continue }
      if let nearest, nearest.distance < head.distance { continue }
      if let nearest, nearest.distance == head.distance, nearest.depth <= head.depth { continue }
      nearest = (path, head.distance, head.depth)
    }
    return nearest?.path
  }

  // MARK: What to do

  /// The contacts to ask now.
  mutating func next(hasLink: (NodeID) -> Bool) -> [Contact] {
    var result: [Contact] = []
    var isMoving = true
    while isMoving {
      isMoving = false
      for index in paths.indices {
        for contact in paths[index].next(hasLink: hasLink) {
          if isToBeAsked(contact, by: index) { result.append(contact) } else { isMoving = true }
        }
      }
    }
    requests += result.count
    return result
  }

  /// Puts a contact back that could not be asked after all, for lack of a free request.
  mutating func postpone(_ nodeID: NodeID) {
    guard case .asked(_, let tried) = handling[nodeID] else { return }
    let earlier = Array(tried.dropLast())
    handling[nodeID] = earlier.isEmpty ? nil : .failed(tried: earlier)
    for index in paths.indices { paths[index].postpone(nodeID) }
    requests -= 1
  }

  // MARK: What happened

  mutating func add(_ contacts: [Contact]) {
    for contact in contacts {
      paths[nextPath].add([contact])
      nextPath = (nextPath + 1) % paths.count
    }
  }

  mutating func answered(_ nodeID: NodeID, contacts: [Contact], isHolder: Bool = false) {
    let owner: Int
    switch handling[nodeID] {
    case .asked(let path, _), .late(let path, _): owner = path
    case .answered, .failed, nil: return
    }
    handling[nodeID] = .answered
    for index in paths.indices {
      paths[index].answered(nodeID, contacts: index == owner ? contacts : [], isHolder: index == owner && isHolder)
    }
  }

  mutating func slow(_ nodeID: NodeID) {
    guard case .asked = handling[nodeID] else { return }
    slow.insert(nodeID)
    for index in paths.indices { paths[index].slow(nodeID) }
  }

  mutating func late(_ nodeID: NodeID) {
    guard case .asked(let path, let tried) = handling[nodeID] else { return }
    handling[nodeID] = .late(path: path, tried: tried)
    for index in paths.indices { paths[index].late(nodeID) }
  }

  mutating func failed(_ nodeID: NodeID) {
    switch handling[nodeID] {
    case .asked(_, let tried), .late(_, let tried): handling[nodeID] = .failed(tried: tried)
    case .answered, .failed, nil: return
    }
    failures += 1
    slow.remove(nodeID)
    for index in paths.indices { paths[index].failed(nodeID) }
  }

  // MARK: Inside

  private var settings: KademliaSettings { shared.values }

  /// Whether a contact that a path wants is to be asked; if another path has done so, what came of it counts for both.
  private mutating func isToBeAsked(_ contact: Contact, by path: Int) -> Bool {
    switch handling[contact.nodeID] {
    case nil:
      handling[contact.nodeID] = .asked(path: path, tried: [contact.address])
      return true
    case .failed(let tried) where !tried.contains(contact.address):
      handling[contact.nodeID] = .asked(path: path, tried: tried + [contact.address])
      return true
    case .failed: paths[path].failed(contact.nodeID)
    case .answered: paths[path].answered(contact.nodeID, contacts: [])
    case .late: paths[path].late(contact.nodeID)
    case .asked: if slow.contains(contact.nodeID) { paths[path].slow(contact.nodeID) }
    }
    return false
  }
}
