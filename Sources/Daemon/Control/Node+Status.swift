import Chat
import ControlAPI
import E2EE
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

/// What is up, since when, and what is missing.
extension Node {
  var identityView: IdentityView { IdentityView(identity, port: configuration.listenPort) }

  func status() -> NodeStatus.Result {
    let now = loop.now
    let counts = pool?.counts ?? LinkCounts()
    let snapshot = directory.snapshot
    let tor = torView()
    let onion = onionView()
    let queued = (try? store.countOutbox(of: nil)) ?? 0
    let waiting = chat.inFlightCount
    let held = (try? mailbox.held(in: store)) ?? MailboxUsage()
    return NodeStatus.Result(
      version: ProductVersion.current, pid: getpid(), started: started.timestamp,
      uptimeMilliseconds: (now.instant - started.instant).milliseconds, ready: isReady(tor, onion),
      identity: identityView, tor: tor, onion: onion,
      links: NodeStatus.Links(incoming: counts.inbound, outgoing: counts.outbound, proven: counts.proven),
      directory: NodeStatus.Directory(
        contacts: snapshot.contacts.count, records: snapshot.records ?? 0, lastPublished: lastPublished,
        replicas: snapshot.replicas, withdrawn: isWithdrawn, audit: snapshot.lastAudit.map(AuditView.init),
        lagMilliseconds: directory.publicationLag(at: now.instant).milliseconds,
        seedsReached: seedStates.values.count { $0.state == .reached },
        seedsTotal: snapshot.seeds.count),
      outbox: NodeStatus.Outbox(queued: max(0, queued - waiting), waiting: waiting),
      relay: NodeStatus.Relay(
        enabled: configuration.relay.isOn, heldMessages: held.deposits, heldBytes: held.bytes,
        deadDrops: drops.count),
      store: NodeStatus.Store(bytes: (try? store.sizes().bytes) ?? 0, problem: storeProblem),
      missing: missing(tor, onion, snapshot))
  }

  /// Whether others can reach this node and it can keep what they bring.
  private func isReady(_ tor: TorView, _ onion: OnionView) -> Bool {
    tor.phase == .ready && onion.state == .published && onion.reachable != false && storeProblem == nil
  }

  // MARK: tor

  func torView() -> TorView {
    let state = tor?.state ?? TorState(hasOnion: true, at: started.timestamp)
    let problem: String?
    let fix: String?
    switch state.link {
    case .failed(let failure): (problem, fix) = (failure.description, failure.fix)
    case .connecting, .authenticating: (problem, fix) = (nil, nil)
    case .attached: (problem, fix) = (state.bootstrap?.warning ?? state.version?.warning, state.fix)
    }
    return TorView(
      mode: tor.map { $0.runsOwnTor ? .own : .system } ?? configuration.tor.mode, phase: TorPhase(state),
      percent: state.bootstrap?.percent ?? 0, detail: state.bootstrap?.summary,
      socks: state.socks.first?.description, version: state.version?.description,
      proofOfWork: state.hasProofOfWork, problem: problem, fix: fix, since: state.phaseSince)
  }

  func onionView() -> OnionView {
    let state = tor?.state ?? TorState(hasOnion: true, at: started.timestamp)
    let health = tor?.health
    var view = OnionView(
      state: .down, since: state.onionSince, reachable: state.isOnionReachable, lastProbe: health?.lastProbe,
      lastReached: health?.lastReached, failedProbes: health?.failures ?? 0, healing: health?.remedy?.rawValue)
    switch state.onion {
    case .none: break
    case .down(let reason): view.problem = reason
    case .publishing: view.state = .publishing
    case .up:
      view.state = .published
      if state.isOnionReachable == false { view.problem = "it cannot be reached from outside; it is being healed" }
    }
    return view
  }

  // MARK: What is missing

  private func missing(_ tor: TorView, _ onion: OnionView, _ snapshot: EngineSnapshot) -> [ShortfallView] {
    var list: [ShortfallView] = []
    switch tor.phase {
    case .ready: break
    case .starting, .connecting, .authenticating, .bootstrapping, .down:
      let state = self.tor?.state
      list.append(
        ShortfallView(
          .tor, text: state?.words ?? "tor is not started", fix: state?.fix,
          fault: state?.fix != nil || tor.phase == .down))
    }
    if tor.phase == .ready, onion.state != .published {
      list.append(
        ShortfallView(
          .onion, text: onion.problem ?? "the onion service is not published yet", fault: onion.problem != nil))
    }
    if onion.state == .published, onion.reachable == false {
      list.append(
        ShortfallView(
          .onion, text: "the onion service could not be reached from outside in \(onion.failedProbes) attempts",
          fix: nil,
          fault: true))
    }
    if let verdict = clock.verdict(at: loop.now) {
      list.append(ShortfallView(.clock, text: verdict.text, fix: verdict.fix, fault: verdict.isCertain))
    }
    if snapshot.goodContacts == 0 {
      list.append(
        snapshot.seeds.isEmpty
          ? ShortfallView(
            .directory, text: "no other node is known", fix: "add one: sophax dir seeds add ADDRESS.onion",
            fault: false)
          : ShortfallView(.directory, text: "no other node of the directory has answered yet", fault: false))
    } else if snapshot.replicas == 0, !isWithdrawn, lastPublished == nil || directory.resumedRecord == nil {
      list.append(
        ShortfallView(.directory, text: "this node's bundle is not stored at any other node yet", fault: false))
    }
    let lag = directory.publicationLag(at: loop.now.instant)
    if lag > .zero {
      list.append(
        ShortfallView(
          .directory,
          text: "this node's bundle has been due to be published again for \(Int(lag.inSeconds / 60)) minutes",
          fix: "sophax dir publish --wait tells why nobody takes it", fault: true))
    }
    if (try? store.hasRoomForOthers()) == false {
      list.append(
        ShortfallView(
          .store, text: "the disk is nearly full: no more records are stored for others", fix: "free disk space",
          fault: true))
    }
    if let storeProblem {
      list.append(
        ShortfallView(
          .store, text: "the store refuses writes: \(storeProblem)",
          fix: "free disk space, or let this user write the data directory", fault: true))
    }
    return list
  }

  // MARK: Metrics

  func metrics() -> MetricsShow.Result {
    var all = counters
    all.merge(chat.counters)
    all.merge(directory.counters)
    all.merge(mailbox.counters)
    all.merge(relay.counters)
    all.merge(drops.counters)
    if let pool { all.merge(pool.counters) }
    if let tor { all.merge(tor.health.counters) }
    let counts = pool?.counts ?? LinkCounts()
    let snapshot = directory.snapshot
    return MetricsShow.Result(
      counters: all.values,
      gauges: [
        "links.inbound": Double(counts.inbound), "links.outbound": Double(counts.outbound),
        "links.proven": Double(counts.proven), "links.unproven": Double(counts.unproven),
        "links.dialling": Double(counts.dialling), "directory.contacts": Double(snapshot.contacts.count),
        "directory.records": Double(snapshot.records ?? 0), "directory.lookups": Double(snapshot.lookups),
        "directory.replicas": Double(snapshot.replicas),
        "directory.lag.seconds": directory.publicationLag(at: loop.now.instant).inSeconds,
        "directory.withdrawn": isWithdrawn ? 1 : 0,
        "mailbox.deposits": Double((try? mailbox.held(in: store))?.deposits ?? 0),
        "mailbox.bytes": Double((try? mailbox.held(in: store))?.bytes ?? 0),
        "identity.work.bits": Double(workBits),
        "outbox.entries": Double((try? store.countOutbox(of: nil)) ?? 0),
        "tor.ready": tor?.state.isReady == true ? 1 : 0, "onion.published": tor?.state.onion == .up ? 1 : 0,
        "onion.reachable": tor?.state.isOnionReachable == true ? 1 : 0,
        "node.ready": isReady(torView(), onionView()) ? 1 : 0,
        "onion.probes.failing": Double(tor?.health.failures ?? 0),
        "uptime.seconds": (loop.now.instant - started.instant).inSeconds,
      ])
  }

  func recordBytes() -> Int64 { (try? store.bytes()).map(Int64.init) ?? 0 }
}

extension TorPhase {
  fileprivate init(_ state: TorState) {
    switch state.link {
    case .connecting: self = .connecting
    case .authenticating: self = .authenticating
    case .failed: self = .down
    case .attached: self = state.isReady ? .ready : .bootstrapping
    }
  }
}

extension TorState {
  fileprivate var phaseSince: Timestamp { max(linkSince, bootstrapSince) }
}
