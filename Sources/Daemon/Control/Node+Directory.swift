import ControlAPI
import E2EE
import Kademlia
import Reactor
import Transport
import Wire
import World

/// The directory methods that need nobody else.
extension Node {
  func listPeers() -> DirectoryPeers.Result {
    let now = loop.now
    let peers = directory.table.entries.map { entry in
      DirectoryPeerView(
        nodeID: entry.contact.nodeID.hex, address: entry.contact.address.text,
        bucket: identity.nodeID.distance(to: entry.contact.nodeID).sharedBits,
        link: linkState(of: entry.contact.nodeID),
        lastSeen: now.timestamp - (now.instant - entry.lastSeen),
        roundTripMilliseconds: entry.roundTrip?.typical.milliseconds)
    }
    return DirectoryPeers.Result(peers: peers.sorted { ($1.bucket, $0.nodeID) < ($0.bucket, $1.nodeID) })
  }

  func showTable() -> DirectoryTable.Result {
    let limit = directory.settings.failuresBeforeEviction
    let buckets = (0..<256).reversed().compactMap { index -> BucketView? in
      let bucket = directory.table.bucket(index)
      guard !bucket.entries.isEmpty else { return nil }
      return BucketView(
        bucket: 255 - index, contacts: bucket.entries.count,
        linked: bucket.entries.count { linkState(of: $0.contact.nodeID) == .proven },
        failing: bucket.entries.count { $0.failures >= limit }, replacements: bucket.replacements.count,
        capacity: directory.settings.k)
    }
    return DirectoryTable.Result(buckets: buckets, networkSize: directory.snapshot.networkSize.map(wholeNumber))
  }

  /// An estimate as it is shown: one that is out of all bounds is no trap.
  private func wholeNumber(_ estimate: Double) -> Int { Int(exactly: estimate.rounded()) ?? Int.max }

  func directoryStats() -> DirectoryStats.Result {
    let snapshot = directory.snapshot
    return DirectoryStats.Result(
      contacts: snapshot.contacts.count, buckets: snapshot.buckets.count,
      replacements: (0..<256).reduce(0) { $0 + directory.table.bucket($1).replacements.count },
      records: snapshot.records ?? 0, recordBytes: recordBytes(),
      lookups: snapshot.lookups, queuedLookups: snapshot.queuedLookups,
      networkSize: snapshot.networkSize.map(wholeNumber), withdrawn: isWithdrawn, replicas: snapshot.replicas,
      audit: snapshot.lastAudit.map(AuditView.init),
      lagMilliseconds: directory.publicationLag(at: loop.now.instant).milliseconds,
      counters: snapshot.counters.values)
  }

  // MARK: Seeds

  func listSeeds() -> SeedList {
    SeedList(seeds: directory.snapshot.seeds.map { seedView(of: $0) }.sorted { $0.address < $1.address })
  }

  func addSeed(_ params: SeedReference) throws(RPCError) -> SeedList {
    let address = try seedAddress(params.address)
    guard address.onion != identity.onion else { throw RPCError(.badInput, "that is this node's own address") }
    let before = directory.snapshot.seeds
    tellDirectory { engine, now in engine.addSeed(address, at: now) }
    guard directory.snapshot.seeds.contains(address) else {
      throw RPCError(.refused, "there are \(before.count) seeds already", hint: "remove one first")
    }
    try saveSeeds()
    // Who is known already is not dialled again.
    let isLinked = pool?.provenPeers.contains { pool?.link(to: $0)?.hello?.bundle.address == address } ?? false
    if isLinked { note(address, .reached) }
    return listSeeds()
  }

  func removeSeed(_ params: SeedReference) throws(RPCError) -> SeedList {
    let address = try seedAddress(params.address)
    guard !configuration.seeds.contains(address) else {
      throw RPCError(.stateForbids, "that seed is named in the configuration", hint: "remove it there")
    }
    guard directory.snapshot.seeds.contains(address) else { throw RPCError(.notFound, "no such seed") }
    directory.removeSeed(address)
    seedStates[address] = nil
    try saveSeeds()
    return listSeeds()
  }

  private func seedAddress(_ text: String) throws(RPCError) -> PeerAddress {
    guard let address = peerAddress(text) else {
      throw RPCError(.badInput, "not an onion address: \(PeerAddress.mistake(in: text))")
    }
    return address
  }

  private func saveSeeds() throws(RPCError) {
    let own = directory.snapshot.seeds.filter { !configuration.seeds.contains($0) }
    do { try store.saveSeeds(own) } catch { throw RPCError(error) }
  }

  private func seedView(of address: PeerAddress) -> SeedView {
    seedStates[address]
      ?? SeedView(
        address: address.text, state: .untried, fromConfiguration: configuration.seeds.contains(address))
  }

  func note(_ address: PeerAddress, _ state: SeedState, problem: String? = nil) {
    guard directory.snapshot.seeds.contains(address) else { return }
    seedStates[address] = SeedView(
      address: address.text, state: state, lastTried: loop.now.timestamp, problem: problem,
      fromConfiguration: configuration.seeds.contains(address))
  }
}
