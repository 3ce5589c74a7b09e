import ControlAPI
import E2EE
import Kademlia
import Reactor
import Wire
import World

/// A call that waits for a publication to end.
struct PublishWait {
  let call: ControlCall<DirectoryPublish>
  let wait: Waits.ID
  let started: Instant
}

/// The directory methods that ask other nodes.
extension Node {
  func findInDirectory(_ call: ControlCall<DirectoryFind>) throws(RPCError) {
    guard let prefix = PeerPrefix(call.params.prefix) else {
      throw RPCError(.badInput, "a prefix has 8 to 64 hexadecimal digits", hint: "sophax id show prints one")
    }
    let timeout = try wait(call.params.timeoutMilliseconds, else: DaemonSettings.lookupTimeout)
    progress(call, "looking up")
    try lookUp(.prefix(prefix), within: timeout, for: call.client) { [self] outcome in
      guard !outcome.matches.isEmpty else { return fail(call, notFound(outcome)) }
      finish(
        call,
        DirectoryFind.Result(
          matches: outcome.matches.map { MatchView($0, local: identity.nodeID) }, complete: outcome.isComplete,
          hops: outcome.depth, requests: outcome.requests, milliseconds: outcome.duration.milliseconds))
    }
  }

  func getFromDirectory(_ call: ControlCall<DirectoryGet>) throws(RPCError) {
    guard let nodeID = NodeID(hex: call.params.nodeID) else {
      throw RPCError(.badInput, "a node ID has 64 hexadecimal digits", hint: "sophax dir find takes a prefix")
    }
    let timeout = try wait(call.params.timeoutMilliseconds, else: DaemonSettings.lookupTimeout)
    progress(call, "looking up")
    try lookUp(.node(nodeID), within: timeout, for: call.client) { [self] outcome in
      guard let match = outcome.matches.first else { return fail(call, notFound(outcome)) }
      finish(
        call,
        DirectoryGet.Result(
          match: MatchView(match, local: identity.nodeID), hops: outcome.depth, requests: outcome.requests,
          milliseconds: outcome.duration.milliseconds))
    }
  }

  /// Runs a lookup and hands its outcome on: what was found when it ended or when its time was up.
  func lookUp(
    _ query: ValueQuery, within limit: Duration, for client: ControlClient,
    then: @escaping (LookupOutcome) -> Void
  ) throws(RPCError) {
    var started: LookupID?
    let wait = try addWait(limit, for: client) { [self] in
      guard let id = started else { return }
      tellDirectory { engine, now in engine.cancel(id, at: now, using: &chance) }
    }
    tellDirectory { engine, now in
      let (id, directives) = engine.find(query, at: now, using: &chance)
      started = id
      lookupWaits[id] = { [self] outcome in
        waits.end(wait)
        then(outcome)
      }
      return directives
    }
  }

  /// Why a lookup found nothing.
  func notFound(_ outcome: LookupOutcome) -> RPCError {
    switch outcome.ending {
    case .complete, .agreed:
      RPCError(.notFound, "no node of the directory has that; \(outcome.requests) requests to nodes were made")
    case .cancelled, .timedOut:
      RPCError(.timedOut, "nothing was found in time", hint: "give it longer with --timeout")
    case .alone:
      RPCError(
        .torUnavailable, "this node knows nobody of the directory yet", hint: "sophax status says what is missing")
    case .busy: RPCError(.refused, "too many lookups run already", hint: "try again in a moment")
    }
  }

  // MARK: Publishing

  func publish(_ call: ControlCall<DirectoryPublish>) throws(RPCError) {
    let timeout = try wait(call.params.timeoutMilliseconds, else: DaemonSettings.publishTimeout)
    let started = loop.now.instant
    let wait = try addWait(timeout, for: call.client) { [self] in
      publishWaits.removeAll { $0.call.id == call.id && $0.call.client === call.client }
      finish(call, publishResult(directory.snapshot.publication, since: started))
    }
    publishWaits.append(PublishWait(call: call, wait: wait, started: started))
    progress(call, "looking up the nodes closest to this one")
    guard publishBundle() else { throw RPCError(.internalFailure, "the own bundle was refused") }
  }

  /// Signs the own bundle anew and publishes it; after a restart only if what was published before has changed or ended,
  /// else within some minutes.
  @discardableResult
  func publishBundle(isRestart: Bool = false) -> Bool {
    let now = loop.now
    let bundle = directoryBundle(at: now)
    do throws(RecordRefusal) {
      let directives =
        isRestart
        ? try directory.resumePublishing(bundle, at: now, using: &chance)
        : try directory.publish(bundle, at: now, using: &chance)
      effects += directives.map(Effect.directory)
      return true
    } catch {
      log.error("directory: the own bundle was refused: \(error.name)")
      return false
    }
  }

  /// A publication came further; final, or far enough for those who do not wait for all.
  func published(_ report: PublishReport) {
    if report.accepted > 0 { lastPublished = loop.now.timestamp }
    let done = publishWaits.filter { report.isFinal || !$0.call.params.wait }
    publishWaits.removeAll { one in done.contains { $0.wait == one.wait } }
    for one in done {
      waits.end(one.wait)
      finish(one.call, publishResult(report, since: one.started))
    }
  }

  private func publishResult(_ report: PublishReport?, since started: Instant) -> DirectoryPublish.Result {
    DirectoryPublish.Result(
      accepted: report?.accepted ?? 0, refused: report?.refused.values.reduce(0, +) ?? 0, newer: report?.newer ?? 0,
      silent: report?.unanswered ?? 0, holders: report?.holders.map(\.hex) ?? [],
      complete: report?.isFinal ?? false,
      milliseconds: (loop.now.instant - started).milliseconds)
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
