import ControlAPI
import E2EE
import Kademlia
import Reactor
import Transport
import Wire
import World

/// The directory methods that ask other nodes.
extension Node {
  func findInDirectory(_ call: ControlCall<DirectoryFind>) throws(RPCError) {
    guard let prefix = PeerPrefix(call.params.prefix) else {
      throw RPCError(.badInput, "a prefix has 8 to 64 hexadecimal digits", hint: "sophax id show prints one")
    }
    let timeout = try wait(call.params.timeoutMilliseconds, else: DaemonSettings.lookupTimeout)
    if call.params.local == true { return finish(call, result(of: try held(.prefix(prefix)))) }
    progress(call, "looking up")
    let options = try lookupOptions(
      call.params.paths, asSelf: call.params.asSelf, else: DaemonSettings.firstContactPaths)
    try lookUp(.prefix(prefix), options, within: timeout, for: call.client) { [self] outcome in
      guard !outcome.matches.isEmpty else { return fail(call, notFound(outcome)) }
      finish(call, result(of: outcome))
    }
  }

  private func result(of outcome: LookupOutcome) -> DirectoryFind.Result {
    DirectoryFind.Result(
      matches: matches(of: outcome), complete: outcome.isComplete && !outcome.closest.isEmpty,
      hops: outcome.depth, requests: outcome.requests, milliseconds: outcome.duration.milliseconds)
  }

  /// What this node holds itself.
  private func held(_ query: ValueQuery) throws(RPCError) -> LookupOutcome {
    let (outcome, directives) = directory.findHeld(query, at: loop.now)
    effects += directives.map(Effect.directory)
    guard !outcome.matches.isEmpty else {
      throw RPCError(
        .notFound, "this node does not hold that record", hint: "without --local other nodes are asked")
    }
    return outcome
  }

  func getFromDirectory(_ call: ControlCall<DirectoryGet>) throws(RPCError) {
    guard let nodeID = NodeID(hex: call.params.nodeID) else {
      throw RPCError(.badInput, "a node ID has 64 hexadecimal digits", hint: "sophax dir find takes a prefix")
    }
    let timeout = try wait(call.params.timeoutMilliseconds, else: DaemonSettings.lookupTimeout)
    if call.params.local == true { return hand(try held(.node(nodeID)), to: call) }
    progress(call, "looking up")
    let options = try lookupOptions(call.params.paths, asSelf: call.params.asSelf, else: 1)
    try lookUp(.node(nodeID), options, within: timeout, for: call.client) { [self] outcome in
      hand(outcome, to: call)
    }
  }

  private func hand(_ outcome: LookupOutcome, to call: ControlCall<DirectoryGet>) {
    guard let match = outcome.matches.first else { return fail(call, notFound(outcome)) }
    finish(
      call,
      DirectoryGet.Result(
        match: MatchView(match, local: identity.nodeID, at: loop.now.timestamp), hops: outcome.depth,
        requests: outcome.requests,
        milliseconds: outcome.duration.milliseconds))
  }

  /// A lookup with everything that there is to tell of it.
  func traceLookup(_ call: ControlCall<DirectoryLookup>) throws(RPCError) {
    guard let prefix = PeerPrefix(call.params.target) else {
      throw RPCError(.badInput, "a node ID or its beginning has 8 to 64 hexadecimal digits")
    }
    let timeout = try wait(call.params.timeoutMilliseconds, else: DaemonSettings.lookupTimeout)
    var options = try lookupOptions(
      call.params.paths, asSelf: call.params.asSelf, else: DaemonSettings.firstContactPaths)
    options.isTraced = call.params.trace
    progress(call, "looking up")
    let query = prefix.nodeID.map(ValueQuery.node) ?? .prefix(prefix)
    try lookUp(query, options, within: timeout, for: call.client) { [self] outcome in
      switch outcome.ending {
      case .alone, .busy: return fail(call, notFound(outcome))
      case .complete, .agreed, .timedOut, .cancelled: break
      }
      if outcome.closest.isEmpty, let trouble = torTrouble { return fail(call, trouble) }
      finish(call, view(of: outcome, isTraced: call.params.trace))
    }
  }

  private func view(of outcome: LookupOutcome, isTraced: Bool) -> DirectoryLookup.Result {
    DirectoryLookup.Result(
      target: outcome.target.hex, steps: isTraced ? outcome.trace.map { LookupStepView($0) } : nil,
      nodes: outcome.closest.map { contact in
        NearNodeView(
          nodeID: contact.nodeID.hex, address: contact.address.text,
          sharedBits: contact.nodeID.distance(to: outcome.target).sharedBits)
      },
      matches: matches(of: outcome), withdrawn: outcome.withdrawn.map(\.hex), complete: outcome.isComplete,
      hops: outcome.depth, requests: outcome.requests, failures: outcome.failures,
      milliseconds: outcome.duration.milliseconds)
  }

  private func matches(of outcome: LookupOutcome) -> [MatchView] {
    outcome.matches.map { MatchView($0, local: identity.nodeID, at: loop.now.timestamp) }
  }

  /// As a guest, unless the caller prefers speed.
  private func lookupOptions(_ paths: Int?, asSelf: Bool?, else fallback: Int) throws(RPCError) -> LookupOptions {
    let paths = paths ?? fallback
    guard DaemonSettings.lookupPaths.contains(paths) else {
      throw RPCError(
        .badInput,
        "a lookup takes \(DaemonSettings.lookupPaths.lowerBound) to \(DaemonSettings.lookupPaths.upperBound) paths")
    }
    return LookupOptions(paths: paths, isGuest: asSelf != true)
  }

  /// Runs a lookup and hands its outcome on: what was found when it ended or when its time was up.
  func lookUp(
    _ query: ValueQuery, _ options: LookupOptions, within limit: Duration, for client: ControlClient,
    then: @escaping (LookupOutcome) -> Void
  ) throws(RPCError) {
    if options.isGuest || !hasLinks { try requireTor() }
    var lookup: SoughtLookup?
    let wait = try addWait(limit, for: client) { [self] in
      if let lookup { callOff(lookup) }
    }
    lookup = seek(.value(query), options, .person) { [self] outcome in
      waits.end(wait)
      then(outcome)
    }
  }

  /// Why a lookup found nothing.
  func notFound(_ outcome: LookupOutcome) -> RPCError {
    switch outcome.ending {
    case .complete where outcome.closest.isEmpty, .agreed where outcome.closest.isEmpty,
      .cancelled where outcome.closest.isEmpty, .timedOut where outcome.closest.isEmpty:
      torTrouble ?? Self.nobodyAnswered
    case .complete where !outcome.withdrawn.isEmpty, .agreed where !outcome.withdrawn.isEmpty:
      RPCError(.notFound, "its owner has taken the record back")
    case .complete, .agreed:
      RPCError(.notFound, "no node of the directory has that; \(outcome.requests) requests to nodes were made")
    case .cancelled, .timedOut:
      torTrouble ?? RPCError(.timedOut, "nothing was found in time", hint: "give it longer with --timeout")
    case .alone: Self.alone
    case .busy: RPCError(.refused, "too many lookups run already", hint: "try again in a moment")
    }
  }

  static var nobodyAnswered: RPCError {
    RPCError(
      .timedOut, "none of the nodes that were asked has answered",
      hint:
        "they may be away: sophax dir peers lists those known; a first circuit to one may take minutes: --timeout")
  }

  /// What every question to the directory is answered with while there is nobody to ask.
  static var alone: RPCError {
    RPCError(
      .stateForbids, "this node knows nobody of the directory yet",
      hint: "sophax dir seeds add ADDRESS names a node to enter through; sophax status says what is missing")
  }
}

extension LookupOutcome {
  fileprivate var isComplete: Bool {
    switch ending {
    case .complete, .agreed: true
    case .timedOut, .cancelled, .alone, .busy: false
    }
  }
}
