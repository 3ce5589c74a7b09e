import ControlAPI
import E2EE
import Kademlia
import Reactor
import Store
import Wire
import World

/// A call that waits for a publication, or a withdrawal, to end.
struct PublishWait {
  let wait: Waits.ID
  let isWithdrawal: Bool
  /// Whether it waits until all holders have answered.
  let isForAll: Bool
  /// Whether another publication is still under way, whose outcome is not this one's.
  var isQueued = false
  let finish: (PublishReport?) -> Void
}

/// A call that waits for the own record to be read back.
struct AuditWait {
  let wait: Waits.ID
  let tell: (_ stage: String, _ detail: String?) -> Void
  let finish: (AuditReport) -> Void
}

/// Publishing the own record, taking it back, and reading it back.
extension Node {
  func publish(_ call: ControlCall<DirectoryPublish>) throws(RPCError) {
    if !hasLinks { try requireTor() }
    try keepWithdrawn(false)
    try waitForPublication(call, call.params, isWithdrawal: false)
    progress(call, "looking up the nodes closest to this one")
    guard publishBundle() else { throw RPCError(.internalFailure, "the own bundle was refused") }
    publishWaits[publishWaits.count - 1].isQueued = directory.hasQueuedPublication
  }

  func withdraw(_ call: ControlCall<DirectoryWithdraw>) throws(RPCError) {
    if !hasLinks { try requireTor() }
    try keepWithdrawn(true)
    try waitForPublication(call, call.params, isWithdrawal: true)
    progress(call, "looking up the nodes closest to this one")
    let now = loop.now
    do throws(RecordRefusal) {
      let time = directory.signingTime(of: identity.withdrawal(at: now.timestamp), at: now.timestamp)
      let withdrawal = identity.withdrawal(at: time)
      effects += try directory.publish(withdrawal, at: now, using: &chance).map(Effect.directory)
      publishWaits[publishWaits.count - 1].isQueued = directory.hasQueuedPublication
    } catch {
      throw RPCError(.internalFailure, "the own withdrawal was refused: \(error.name)")
    }
  }

  private func waitForPublication<M: ControlMethod>(
    _ call: ControlCall<M>, _ params: DirectoryPublish.Params, isWithdrawal: Bool
  ) throws(RPCError) where M.Result == DirectoryPublish.Result {
    let timeout = try wait(params.timeoutMilliseconds, else: DaemonSettings.publishTimeout)
    let started = loop.now.instant
    let answer: (PublishReport?) -> Void = { [self] report in
      if report.map({ $0.asked == $0.unanswered }) ?? true, let trouble = torTrouble {
        fail(call, trouble)
      } else if let report, report.asked == 0, directory.table.entries.isEmpty {
        fail(call, Self.alone)
      } else {
        finish(call, publishResult(report, since: started))
      }
    }
    var mine: Waits.ID?
    let wait = try addWait(timeout, for: call.client) { [self] in
      publishWaits.removeAll { $0.wait == mine }
      let report = directory.snapshot.publication
      answer(report?.isWithdrawal == isWithdrawal ? report : nil)
    }
    mine = wait
    publishWaits.append(
      PublishWait(wait: wait, isWithdrawal: isWithdrawal, isForAll: params.wait, finish: answer))
  }

  /// Kept before anybody hears of it: a withdrawal that the next start does not know of is none.
  private func keepWithdrawn(_ isWithdrawn: Bool) throws(RPCError) {
    guard isWithdrawn != self.isWithdrawn else { return }
    do { try store.saveWithdrawn(isWithdrawn) } catch { throw RPCError(error) }
    guard commit() else {
      throw RPCError(.storeUnusable, storeProblem ?? "the store refuses writes", hint: "free disk space")
    }
    self.isWithdrawn = isWithdrawn
  }

  /// Signs the own bundle anew and publishes it, unless the owner has taken it back; after a restart only if what was
  /// published before has changed or ended, else within some minutes.
  @discardableResult
  func publishBundle(isRestart: Bool = false) -> Bool {
    let now = loop.now
    guard !isWithdrawn || isRestart && holdsOwnRecord(at: now) else { return true }
    let time = directory.signingTime(of: directoryBundle(at: now.timestamp), at: now.timestamp)
    let bundle = directoryBundle(at: time)
    do throws(RecordRefusal) {
      let directives =
        isRestart
        ? try directory.resumePublishing(bundle, at: now, using: &chance)
        : try directory.publish(bundle, at: now, using: &chance)
      effects += directives.map(Effect.directory)
      if isRestart, let resumed = directory.resumedRecord, !resumed.isWithdrawal {
        lastPublished = try? store.publishedAt()
      }
      return true
    } catch {
      log.error("directory: the own bundle was refused: \(error.name)")
      return false
    }
  }

  /// Whether there is a withdrawal that still lasts, for the engine to go on with.
  private func holdsOwnRecord(at now: Moment) -> Bool {
    (try? store.record(of: identity.nodeID, at: now.timestamp))?.isWithdrawal == true
  }

  /// A publication came further; final, or far enough for those who do not wait for all.
  func published(_ report: PublishReport) {
    if report.accepted > 0, !report.isWithdrawal { notePublished(at: loop.now.timestamp) }
    if let warning = report.warning(lag: directory.publicationLag(at: loop.now.instant)) {
      log.warning("\(warning)")
    }
    let done = publishWaits.filter {
      $0.isWithdrawal == report.isWithdrawal && !$0.isQueued && (report.isFinal || !$0.isForAll)
    }
    publishWaits.removeAll { one in done.contains { $0.wait == one.wait } }
    // What was queued begins when the one before it has ended.
    if report.isFinal { for index in publishWaits.indices { publishWaits[index].isQueued = false } }
    for one in done {
      waits.end(one.wait)
      one.finish(report)
    }
    // Reading back waits for the end of a publication.
    if report.isFinal, !auditWaits.isEmpty {
      tellDirectory { engine, now in engine.audit(at: now, using: &chance) }
    }
  }

  private func notePublished(at time: Timestamp) {
    lastPublished = time
    do throws(StoreError) { try store.savePublished(at: time) } catch {
      log.warning("directory: the time of the publication could not be saved: \(error)")
    }
  }

  private func publishResult(_ report: PublishReport?, since started: Instant) -> DirectoryPublish.Result {
    let (now, snapshot) = (loop.now.instant, directory.snapshot)
    return DirectoryPublish.Result(
      accepted: report?.accepted ?? 0, refused: report?.refused.values.reduce(0, +) ?? 0,
      refusals: report?.knownRefusals ?? [:], newer: report?.newer ?? 0,
      silent: report?.unanswered ?? 0, holders: report?.holders.map(\.hex) ?? [],
      complete: report?.isFinal ?? false, replicas: snapshot.replicas,
      audit: snapshot.lastAudit.map(AuditView.init),
      lagMilliseconds: directory.publicationLag(at: now).milliseconds, milliseconds: (now - started).milliseconds)
  }

  // MARK: Reading back

  func audit(_ call: ControlCall<DirectoryAudit>) throws(RPCError) {
    guard !isWithdrawn || holdsOwnRecord(at: loop.now) else {
      throw RPCError(.stateForbids, "the record has been taken back", hint: "sophax dir publish publishes it again")
    }
    let timeout = try wait(call.params.timeoutMilliseconds, else: DaemonSettings.publishTimeout)
    if !hasLinks { try requireTor() }
    guard !directory.table.entries.isEmpty else { throw Self.alone }
    guard directory.hasOwnRecord(at: loop.now) else {
      throw RPCError(.stateForbids, "nothing has been published yet", hint: "sophax dir publish publishes it")
    }
    let started = loop.now.instant
    var mine: Waits.ID?
    let wait = try addWait(timeout, for: call.client) { [self] in
      auditWaits.removeAll { $0.wait == mine }
      fail(call, torTrouble ?? notReadBack)
    }
    mine = wait
    let tell: (String, String?) -> Void = { [self] in progress(call, $0, detail: $1) }
    auditWaits.append(
      AuditWait(wait: wait, tell: tell) { [self] report in
        guard report.asked > 0 else { return fail(call, torTrouble ?? Self.nobodyAnswered) }
        finish(
          call,
          DirectoryAudit.Result(
            audit: AuditView(report), holders: report.replicas.map(\.hex),
            milliseconds: (loop.now.instant - started).milliseconds))
      })
    tellDirectory { engine, now in engine.audit(at: now, using: &chance) }
    tellOfAudits()
  }

  private var notReadBack: RPCError {
    let (stage, detail) = auditWords
    return RPCError(
      .timedOut,
      "the record could not be read back in time: \([stage, detail].compactMap(\.self).joined(separator: ", "))",
      hint: "the nodes may be away: sophax dir peers lists those known; or give it longer with --timeout")
  }

  /// Tells those who wait, again and again, how far it is.
  private func tellOfAudits() {
    guard !auditWaits.isEmpty else {
      auditTimer = nil
      return
    }
    let (stage, detail) = auditWords
    for one in auditWaits { one.tell(stage, detail) }
    let timer = auditTimer ?? Timer(loop: loop) { [unowned self] in tellOfAudits() }
    timer.schedule(after: DaemonSettings.progressPause)
    auditTimer = timer
  }

  private var auditWords: (stage: String, detail: String?) {
    switch directory.auditStage {
    case .waiting: ("waiting for the publication under way", nil)
    case .queued: ("waiting for other lookups", nil)
    case .asking(let requests, let answers):
      ("reading back", "\(answers) answered, \(requests) requests to nodes were made")
    }
  }

  func audited(_ report: AuditReport) {
    if report.asked > 0 {
      log.info("directory: the own record is held by \(report.replicas.count) of \(report.asked) nodes")
    }
    let done = auditWaits
    auditWaits = []
    for one in done {
      waits.end(one.wait)
      one.finish(report)
    }
  }
}

extension PublishReport {
  /// The refusals by reason; the words of others that are no reason of ours are `other`.
  var knownRefusals: [String: Int] {
    refused.reduce(into: [:]) { $0[RecordRefusal.isName($1.key) ? $1.key : "other", default: 0] += $1.value }
  }

  /// What the log is to say of a publication that nobody took, before the record ends at those that have it; nil when all
  /// is well, and while a node that has just started knows nobody.
  /// - Parameter lag: for how long the record has been due.
  func warning(lag: Duration) -> String? {
    guard isFinal, accepted == 0, asked > 0 || lag > .zero else { return nil }
    let (refused, minutes) = (refused.values.reduce(0, +), Int(lag.inSeconds / 60))
    return
      "directory: nobody took the own record: \(asked) were asked, \(refused) refused it, \(newer) hold a newer one,"
      + " \(unanswered) did not answer" + (minutes > 0 ? "; it has been due for \(minutes) minutes" : "")
      + "; it is tried again"
  }
}
