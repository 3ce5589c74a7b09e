import Wire
import World

/// Requests: made, answered, late, failed.
extension Engine {
  mutating func send(
    _ request: DHTRequest, to contact: Contact, for purpose: Outstanding.Purpose, guest: LookupID? = nil,
    at now: Moment, using rng: inout some RandomNumberGenerator
  ) {
    let id = RequestID(using: &rng)
    let hasLink = guest == nil && links[contact.nodeID] != nil
    let patience =
      hasLink
      ? (table.entry(contact.nodeID)?.roundTrip ?? warm).patience(within: settings.warmPatience)
      : cold.patience(within: settings.coldPatience)
    outstanding[id] = Outstanding(
      contact: contact, request: request, purpose: purpose, sentAt: now.instant,
      slowAt: now.instant + (hasLink ? patience : min(cold.typical, patience)), lateAt: now.instant + patience,
      deadline: now.instant + settings.hardTimeout, hadLink: hasLink, guest: guest)
    counters.count(request.sentCounter)
    directives.append(.request(id, to: contact, request))
  }

  mutating func accept(
    _ response: DHTResponse, to id: RequestID?, from sender: NodeID, at now: Moment,
    using rng: inout some RandomNumberGenerator
  ) {
    guard let id = id ?? oldest(answeredBy: response, from: sender), let asked = outstanding[id] else {
      counters.count("responses.unexpected")
      return
    }
    guard asked.contact.nodeID == sender else {
      // The link proved another identity than was asked: whoever it is, it may not answer for the contact.
      fail(id, .otherIdentity, at: now, using: &rng)
      return
    }
    guard asked.request.expects(response) else {
      fail(id, .nonsense, at: now, using: &rng)
      return
    }
    outstanding[id] = nil
    counters.count(asked.isLate ? "responses.late" : "responses.in-time")
    time(asked, at: now.instant)
    noteAnswer(of: asked, at: now, using: &rng)
    deliver(response, to: asked, at: now, using: &rng)
    resumeStalled(at: now, using: &rng)
  }

  mutating func fail(
    _ id: RequestID, _ reason: RequestFailure, at now: Moment, using rng: inout some RandomNumberGenerator
  ) {
    guard let asked = outstanding.removeValue(forKey: id) else { return }
    counters.count("requests.failed.\(reason.rawValue)")
    switch reason {
    case .otherIdentity: removeContact(asked.contact.nodeID, at: now, using: &rng)
    case .unreachable, .closed, .nonsense, .timedOut:
      if table.failed(asked.contact.nodeID, at: now.instant) {
        joining.lose(asked.contact, limit: settings.lostContacts)
        upkeep.isChanged = true
      }
      rejoinIfAlone(at: now.instant, using: &rng)
    case .ownNetwork: break
    }
    switch asked.purpose {
    case .lookup(let lookup):
      lookups[lookup]?.traceResult(.failed(reason), of: asked.contact, at: now.instant)
      lookups[lookup]?.walk.failed(asked.contact.nodeID)
      advance(lookup, at: now, using: &rng)
    case .publication: noteStored(nil, by: asked.contact, at: now, using: &rng)
    case .ping(let ping): directives.append(.pinged(ping, nil))
    case .liveness, .copy: break
    case .handover:
      leaving?.giveUp(asked.contact)
      endLeaving()
    }
    resumeStalled(at: now, using: &rng)
  }

  /// Frees the places of slow and late requests and fails those whose time is over.
  mutating func expireRequests(at now: Moment, using rng: inout some RandomNumberGenerator) {
    guard outstanding.indices.contains(where: { outstanding.values[$0].nextChange <= now.instant }) else { return }
    giveAwaySlowPlaces(at: now, using: &rng)
    for id in due(at: now.instant, { $0.isLate ? nil : $0.lateAt }) {
      guard let request = outstanding[id] else { continue }
      outstanding[id]?.isLate = true
      counters.count("requests.late")
      guard case .lookup(let lookup) = request.purpose else { continue }
      lookups[lookup]?.traceResult(.late, of: request.contact, at: now.instant)
      lookups[lookup]?.walk.late(request.contact.nodeID)
      lookups[lookup]?.waitsUntil = now.instant + (request.hadLink ? warm : cold).typical
      advance(lookup, at: now, using: &rng)
    }
    for id in due(at: now.instant, { $0.deadline }) { fail(id, .timedOut, at: now, using: &rng) }
  }

  private mutating func giveAwaySlowPlaces(at now: Moment, using rng: inout some RandomNumberGenerator) {
    for id in due(at: now.instant, { $0.isSlow ? nil : $0.slowAt }) {
      guard let request = outstanding[id] else { continue }
      outstanding[id]?.isSlow = true
      guard !request.hadLink, case .lookup(let lookup) = request.purpose else { continue }
      lookups[lookup]?.walk.slow(request.contact.nodeID)
      lookups[lookup]?.waitsUntil = now.instant + cold.typical
      advance(lookup, at: now, using: &rng)
    }
  }

  /// Requests whose time for something has come, the earliest first.
  private func due(at now: Instant, _ time: (Outstanding) -> Instant?) -> [RequestID] {
    var due: [(at: Instant, id: RequestID)] = []
    for place in outstanding.indices {
      if let instant = time(outstanding.values[place]), instant <= now {
        due.append((instant, outstanding.keys[place]))
      }
    }
    return due.sorted { ($0.at, $0.id) < ($1.at, $1.id) }.map(\.id)
  }

  func isAsked(_ nodeID: NodeID) -> Bool {
    outstanding.indices.contains { outstanding.values[$0].contact.nodeID == nodeID }
  }

  // MARK: Inside

  private func oldest(answeredBy response: DHTResponse, from sender: NodeID) -> RequestID? {
    outstanding.filter { $0.value.contact.nodeID == sender && $0.value.request.expects(response) }
      .min { ($0.value.sentAt, $0.key) < ($1.value.sentAt, $1.key) }?.key
  }

  private mutating func time(_ asked: Outstanding, at now: Instant) {
    if asked.hadLink { warm.record(now - asked.sentAt) } else { cold.record(now - asked.sentAt) }
  }

  private mutating func deliver(
    _ response: DHTResponse, to asked: Outstanding, at now: Moment, using rng: inout some RandomNumberGenerator
  ) {
    switch asked.purpose {
    case .lookup(let lookup): feed(response, of: asked.contact, to: lookup, at: now, using: &rng)
    case .publication:
      guard case .stored(let answer) = response else { return }
      noteStored(answer, by: asked.contact, at: now, using: &rng)
    case .copy:
      guard case .stored(.accepted) = response, case .store(let bundle, _) = asked.request,
        bundle.identityKeys?.nodeID == local
      else { return }
      publishing.holders.insert(asked.contact.nodeID)
    case .ping(let ping): directives.append(.pinged(ping, now.instant - asked.sentAt))
    case .handover: endLeaving()
    case .liveness: break
    }
  }
}

extension DHTRequest {
  /// What counts those that were sent.
  var sentCounter: String {
    switch self {
    case .ping: "requests.sent.ping"
    case .findNode: "requests.sent.find-node"
    case .findValue: "requests.sent.find-value"
    case .store: "requests.sent.store"
    }
  }

  /// What counts those that were answered.
  var answeredCounter: String {
    switch self {
    case .ping: "requests.answered.ping"
    case .findNode: "requests.answered.find-node"
    case .findValue: "requests.answered.find-value"
    case .store: "requests.answered.store"
    }
  }

  /// Whether a response is of the kind that answers this. Peers of the original answer a value they do not hold like
  /// a value they hold, so the kinds are one to one.
  func expects(_ response: DHTResponse) -> Bool {
    switch (self, response) {
    case (.ping, .pong), (.findNode, .nodes), (.findValue, .value), (.store, .stored): true
    case (.ping, _), (.findNode, _), (.findValue, _), (.store, _): false
    }
  }
}
