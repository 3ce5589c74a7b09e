import World

/// A lookup with its reason, its findings and its times.
struct ActiveLookup: Sendable {
  enum Purpose: Hashable, Sendable {
    /// A use case waits for the outcome.
    case asked
    /// Of the own identifier: to join, and to know the neighbourhood.
    case neighbourhood
    /// Of an identifier in one bucket. A brief one ends when the search has converged: a bucket that is full needs to
    /// hear who is there, not who are the k nearest to an identifier that nobody has, each at the price of a dial.
    case refresh(isBrief: Bool)
    /// Before storing the own bundle.
    case publication
    /// Reading the own bundle back.
    case audit
  }

  var walk: Walk
  let purpose: Purpose
  /// For a value lookup.
  var values: ValueCollector?
  let options: LookupOptions
  let startedAt: Instant
  /// Who was asked, if the outcome is to tell.
  private(set) var trace: [LookupStep] = []
  /// Since when only late nodes are missing, or slow ones where these are not waited for.
  private(set) var settledAt: Instant?
  /// Until when slow and late ones are given time, once all others have answered: as long again as such an answer takes on
  /// average, since the last of them became slow or late.
  var waitsUntil: Instant?

  /// Whether only late nodes are missing. One that looks for a single record and has it does not wait for slow ones.
  var isSettled: Bool {
    walk.isSettled || mayAgree && values?.found.isEmpty == false && walk.isSettledBesidesSlow
  }

  /// Notes whether only late nodes are missing. One that has its single record does not begin to wait anew when nodes fail
  /// and others are asked in their place: after half of a network has died that would go on for a minute.
  mutating func noteSettling(at now: Instant) {
    if isSettled {
      settledAt = settledAt ?? now
    } else if !(mayAgree && hasSomething) {
      settledAt = nil
    }
  }

  /// How long it waits once it is settled, when it has something to show.
  func graceEnd(after settledAt: Instant, atMost grace: Duration) -> Instant {
    min(settledAt + grace, max(settledAt, waitsUntil ?? settledAt))
  }

  /// Whether a few that agree are enough to end it.
  var mayAgree: Bool { options.paths == 1 && !options.isThorough && values?.isOfOne == true }

  /// Whether it has done what it was begun for, although nodes that it knows were not asked.
  var isBriefAndDone: Bool { purpose == .refresh(isBrief: true) && walk.hasConverged }

  var hasSomething: Bool { values.map { !$0.found.isEmpty } ?? walk.hasAnswers }

  mutating func traceRequest(to contact: Contact, at now: Instant) {
    guard options.isTraced, let place = walk.place(of: contact.nodeID) else { return }
    trace.append(
      LookupStep(
        contact: contact, sharedBits: contact.nodeID.distance(to: walk.target).sharedBits,
        path: place.path + 1, hop: place.depth, askedAfter: now - startedAt, endedAfter: nil, result: .pending))
  }

  mutating func traceResult(_ result: LookupStep.Result, of contact: Contact, at now: Instant) {
    guard let index = trace.lastIndex(where: { $0.contact.nodeID == contact.nodeID }) else { return }
    trace[index].result = result
    trace[index].endedAfter = now - startedAt
  }
}
