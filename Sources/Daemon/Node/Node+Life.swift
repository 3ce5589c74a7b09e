import Chat
import ControlAPI
import Glibc
import Kademlia
import Reactor
import Relay
import Store
import Tor
import TorProtocol
import Transport
import Wire
import World

/// The start and the end of a node.
extension Node {
  /// Takes up work: control socket, listener, tor, engines. What cannot be had at once (tor, the network) is waited for
  /// without end; what can never be had is thrown.
  func start() throws(RPCError) {
    // The loop keeps the node, until it ends.
    loop.onTurnEnd = { [self] in endTurn() }
    timer = Timer(loop: loop) { [unowned self] in tick() }
    do throws(ListenError) {
      control = try ControlServer(loop: loop, path: configuration.controlSocket, log: log.labelled("control")) {
        [unowned self] request, client in handle(request, from: client)
      }
      control?.onEnd = { [unowned self] client in gaveUp(client) }
    } catch {
      throw RPCError(error, controlSocket: configuration.controlSocket)
    }
    try startNetwork()
    // A terminal that is closed under the daemon ends it as a request would.
    let ends: [Signal] = [.terminate, .interrupt] + (Signal.hangup.isIgnored ? [] : [.hangup])
    signals = try ends.map { (signal) throws(RPCError) in
      do throws(SystemError) {
        return try SignalSource(loop: loop, signal) { [unowned self] in beginStop() }
      } catch {
        throw RPCError(.internalFailure, "signals cannot be watched: \(error)")
      }
    }
    careForPreKeys()
    tellChat { (engine, now) throws(ChatError) in try engine.start(at: now, in: store, using: &chance) }
    mailbox.start(at: loop.now)
    let saved = (try? store.savedContacts()) ?? []
    tellDirectory { engine, now in engine.start(saved: saved, at: now, using: &chance) }
    // It waits until somebody is known: others shall find this node without a word of its owner.
    publishBundle(isRestart: true)
    beginWork()
    log.notice("started")
  }

  private func startNetwork() throws(RPCError) {
    let pool = makePool(dialer: dialer)
    courier = Courier(loop: loop, dialer: dialer, log: log.labelled("courier"))
    self.pool = pool
    switch network {
    case .tor: try startTor(listeningOn: listen(with: pool, at: 0))
    case .loopback(let port): _ = try listen(with: pool, at: port)
    }
  }

  /// - Parameter port: 0 for any that is free.
  private func listen(with pool: LinkPool, at port: UInt16) throws(RPCError) -> UInt16 {
    let bound: UInt16?
    do throws(ListenError) { bound = try pool.listen(at: .tcp(host: "127.0.0.1", port: port)) } catch {
      throw RPCError(.internalFailure, "no port of this machine can be listened on: \(error)")
    }
    guard let bound else { throw RPCError(.internalFailure, "no port of this machine can be listened on") }
    return bound
  }

  private func startTor(listeningOn port: UInt16) throws(RPCError) {
    let service = TorService(
      loop: loop, try TorService.Configuration(configuration, identity, listeningOn: port), log: log.labelled("tor")
    )
    service.onChange = { [unowned self, unowned service] in torChanged(service.state) }
    tor = service
    service.start()
  }

  private func torChanged(_ state: TorState) {
    let wasUsable = socks?.endpoint != nil
    socks?.endpoint = state.canDial ? state.socks.first : nil
    guard !wasUsable, socks?.endpoint != nil else { return }
    tryAgain()
  }

  /// Begins to stop: nothing new is taken up, the records that this node holds for others go to those who take its place,
  /// what is under way is flushed, then everything ends. Asked a second time it waits for nobody.
  func beginStop() {
    guard !isStopping else { return endStop() }
    isStopping = true
    log.notice("stopping")
    saveForNextStart()
    let limit = loop.now.instant + DaemonSettings.leaveLimit
    leaveTimer = Timer(loop: loop) { [unowned self] in heirsAreSilent() }
    leaveLimit = limit
    awaitHeirs()
    tellDirectory { engine, now in engine.leave(at: now, using: &chance) }
  }

  /// Somebody answered while this node stops: the others may as well.
  func awaitHeirs() {
    guard let leaveLimit else { return }
    leaveTimer?.schedule(at: min(loop.now.instant + DaemonSettings.leavePatience, leaveLimit))
  }

  /// Whoever has a link has answered or will not. Those that are being dialled for a record get the rest of the time.
  private func heirsAreSilent() {
    guard let leaveLimit, loop.now.instant < leaveLimit,
      requestsByDial.values.contains(where: { $0.contains(where: \.isGift) })
    else { return endStop() }
    waitsForDials = true
    leaveTimer?.schedule(at: leaveLimit)
  }

  /// Nothing more is handed over.
  func endStop() {
    guard leaveLimit != nil else { return }
    (leaveTimer, leaveLimit) = (nil, nil)
    effects.append(.stop)
  }

  private func saveForNextStart() {
    let contacts = directory.contactsToSave
    guard !contacts.isEmpty else { return }
    do throws(StoreError) { try store.saveContacts(contacts) } catch {
      log.warning("the contacts of the directory could not be saved: \(error)")
    }
  }

  /// Leaves one file, so that whoever copies it has everything.
  private func settleStore() {
    do throws(StoreError) { try store.settle() } catch { log.warning("store: it could not be settled: \(error)") }
  }

  /// Gives links and answers a moment to flush; a peer that does not read cannot hold the stop up.
  func stop() {
    courier?.stop()
    for guest in guests.values { guest.cancel() }
    (guests, waitingGuests) = ([:], [])
    pool?.closeAll()
    tor?.stop()
    control?.stopListening()
    let end = Timer(loop: loop) { [self] in
      timer = nil
      workTimer = nil
      auditTimer = nil
      signals = []
      pool = nil
      courier = nil
      tor = nil
      settleStore()
      onStopped()
    }
    end.schedule(after: DaemonSettings.stopGrace)
    stopTimer = end
  }
}

extension RPCError {
  /// Why the control socket cannot be made, and what to do about it.
  init(_ error: ListenError, controlSocket path: String) {
    let ownPath = "give this node a path of its own with --socket or control.socket"
    let fix =
      switch error {
      case .inUse: "another node uses it: \(ownPath)"
      case .notASocket: "move it away, or \(ownPath)"
      case .endpoint, .system: "let this user write in its folder, or \(ownPath)"
      }
    self.init(.badInput, "the control socket \(path) cannot be made: \(error)", hint: fix)
  }
}
