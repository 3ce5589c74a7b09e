import ControlAPI
import Glibc
import Reactor
import World

/// The methods of the control socket: one switch, so that a new method fails to compile here.
extension Node {
  func handle(_ request: Request, from client: ControlClient) {
    switch request.method {
    case .nodeStatus: answer(NodeStatus.self, request, client) { _ in status() }
    case .nodeStop:
      // Said at once: a node whose store takes no writes stops as well.
      begin(NodeStop.self, request, client) { call throws(RPCError) in
        call.client.answer(call.line(NodeStop.Result(pid: getpid())))
      }
      beginStop()
    case .identityShow: answer(IdentityShow.self, request, client) { _ in identityView }
    case .contactAdd: begin(ContactAdd.self, request, client, addContact)
    case .contactList: answer(ContactList.self, request, client, listContacts)
    case .contactShow: answer(ContactShow.self, request, client, showContact)
    case .contactAccept: answer(ContactAccept.self, request, client, acceptContact)
    case .contactRemove: answer(ContactRemove.self, request, client, removeContact)
    case .contactBlock: answer(ContactBlock.self, request, client, blockContact)
    case .contactRename: answer(ContactRename.self, request, client, renameContact)
    case .contactRequests:
      answer(ContactRequests.self, request, client) { _ throws(RPCError) in try listRequests() }
    case .contactSet: answer(ContactSet.self, request, client, setContact)
    case .contactSession: answer(ContactSession.self, request, client, session)
    case .contactVerify: answer(ContactVerify.self, request, client, verifyContact)
    case .contactTrust: answer(ContactTrust.self, request, client, trustContact)
    case .messageSend: begin(MessageSend.self, request, client, sendMessage)
    case .messageLog: answer(MessageLog.self, request, client, readLog)
    case .messageSearch: answer(MessageSearch.self, request, client, searchMessages)
    case .messageShow: answer(MessageShow.self, request, client, showMessage)
    case .messageCancel: answer(MessageCancel.self, request, client, cancelMessage)
    case .messageRetry: answer(MessageRetry.self, request, client, retryMessage)
    case .messageEdit: answer(MessageEdit.self, request, client, editMessage)
    case .messageDelete: answer(MessageDelete.self, request, client, deleteMessage)
    case .messageReact: answer(MessageReact.self, request, client, reactToMessage)
    case .messageRead: answer(MessageRead.self, request, client, readMessages)
    case .messageTrace: answer(MessageTrace.self, request, client, traceMessage)
    case .messageTyping: answer(MessageTyping.self, request, client, tellTyping)
    case .messageDraft: answer(MessageDraft.self, request, client, draft)
    case .fileOpen: begin(FileOpen.self, request, client, openFile)
    case .fileWrite: begin(FileWrite.self, request, client, writeFile)
    case .fileSend: begin(FileSend.self, request, client, sendFile)
    case .fileList: answer(FileList.self, request, client, listFiles)
    case .fileShow: answer(FileShow.self, request, client, showFile)
    case .fileAccept: answer(FileAccept.self, request, client, acceptFile)
    case .fileCancel: answer(FileCancel.self, request, client, cancelFile)
    case .fileRead: answer(FileRead.self, request, client, readFile)
    case .fileWait: begin(FileWait.self, request, client, waitForFile)
    case .eventsSubscribe: begin(EventsSubscribe.self, request, client, subscribe)
    case .directoryFind: begin(DirectoryFind.self, request, client, findInDirectory)
    case .directoryGet: begin(DirectoryGet.self, request, client, getFromDirectory)
    case .directoryLookup: begin(DirectoryLookup.self, request, client, traceLookup)
    case .directoryPublish: begin(DirectoryPublish.self, request, client, publish)
    case .directoryWithdraw: begin(DirectoryWithdraw.self, request, client, withdraw)
    case .directoryAudit: begin(DirectoryAudit.self, request, client, audit)
    case .directoryPing: begin(DirectoryPing.self, request, client, ping)
    case .directoryPeers: answer(DirectoryPeers.self, request, client) { _ in listPeers() }
    case .directoryTable: answer(DirectoryTable.self, request, client) { _ in showTable() }
    case .directorySeedsList: answer(DirectorySeedsList.self, request, client) { _ in listSeeds() }
    case .directorySeedsAdd: answer(DirectorySeedsAdd.self, request, client, addSeed)
    case .directorySeedsRemove: answer(DirectorySeedsRemove.self, request, client, removeSeed)
    case .directoryStats: answer(DirectoryStats.self, request, client) { _ in directoryStats() }
    case .metricsShow: answer(MetricsShow.self, request, client) { _ in metrics() }
    }
  }

  /// A method that is answered at once, after the commit of what it wrote.
  private func answer<M: ControlMethod>(
    _: M.Type, _ request: Request, _ client: ControlClient, _ body: (M.Params) throws(RPCError) -> M.Result
  ) {
    begin(M.self, request, client) { call throws(RPCError) in finish(call, try body(call.params)) }
  }

  /// A method that may answer later.
  private func begin<M: ControlMethod>(
    _: M.Type, _ request: Request, _ client: ControlClient, _ body: (ControlCall<M>) throws(RPCError) -> Void
  ) {
    do throws(RPCError) {
      guard !isStopping else { throw RPCError(.stopping, "the daemon is stopping") }
      try body(try ControlCall<M>(request, client))
    } catch {
      effects.append(.answer(client, Response.encoded(id: request.id, error: error.naming(request.contactWord))))
    }
  }

  func finish<M: ControlMethod>(_ call: ControlCall<M>, _ result: M.Result) {
    effects.append(.answer(call.client, call.line(result)))
  }

  func fail<M: ControlMethod>(_ call: ControlCall<M>, _ error: RPCError) {
    effects.append(.answer(call.client, call.line(error)))
  }

  func progress<M: ControlMethod>(
    _ call: ControlCall<M>, _ stage: String, percent: Int? = nil, detail: String? = nil, messageID: String? = nil
  ) {
    let note = Progress(id: call.id, stage: stage, percent: percent, detail: detail, messageID: messageID)
    effects.append(.note(call.client, Notification.progress(note).encoded))
  }

  /// The time to wait: what the caller asked for within bounds, or the daemon's own.
  func wait(_ milliseconds: Int64?, else fallback: Duration) throws(RPCError) -> Duration {
    guard let milliseconds else { return fallback }
    guard milliseconds > 0, milliseconds <= DaemonSettings.longestWait.milliseconds else {
      throw RPCError(.badInput, "the timeout must be between 1 ms and one day")
    }
    return .milliseconds(milliseconds)
  }

  /// A client is gone: what its calls waited for is given up, so that lookups end and the places are free for others.
  func gaveUp(_ client: ControlClient) {
    dropStaged(of: client)
    for giveUp in waits.take(of: ObjectIdentifier(client)) { giveUp() }
  }

  /// Waits on behalf of a client's call, unless too many calls wait already.
  func addWait(_ duration: Duration, for client: ControlClient, onTimeout: @escaping () -> Void) throws(RPCError)
    -> Waits.ID
  {
    guard waits.count < DaemonSettings.maximumWaitingCalls else {
      throw RPCError(.refused, "too many calls wait already", hint: "wait until some of them end")
    }
    return waits.add(
      until: loop.now.instant + duration, for: ObjectIdentifier(client), onTimeout: onTimeout)
  }
}
