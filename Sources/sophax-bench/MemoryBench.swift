import Bytes
import CLinux
import Crypto
import Kademlia
import Simulator
import Store
import TestWorld
import Wire
import World

/// What the directory holds in memory, by the statistics of malloc: bytes in use, with malloc's own overhead.
enum MemoryBench {
  private static let now = Timestamp(milliseconds: 1_776_247_200_000)

  static func run() throws -> [Figure] {
    var chance = SeededRandom(seed: 1)
    return contacts(&chance) + bundles(&chance) + [try store(&chance), try strangers(&chance)]
  }

  /// What a record in the daemon's store takes.
  static func stored() throws -> Figure {
    var chance = SeededRandom(seed: 1)
    return try store(&chance)
  }

  // MARK: Contacts

  private static func contacts(_ chance: inout SeededRandom) -> [Figure] {
    let local = SimulatedIdentity(using: &chance).nodeID
    let before = bytesInUse()
    let table = DirectoryBench.fullTable(of: local, using: &chance)
    let used = bytesInUse() - before
    return [
      Figure(
        name: "memory.contact", value: Double(used) / Double(table.count), unit: "bytes",
        note: "routing table of \(table.count) contacts with their onions and who named them")
    ]
  }

  // MARK: Strangers

  /// A day in which a million peers that nobody has known come, ask three questions each, and go.
  private static func strangers(_ chance: inout SeededRandom) throws -> Figure {
    let (count, local) = (1_000_000, SimulatedIdentity(using: &chance).nodeID)
    let table = DirectoryBench.fullTable(of: local, using: &chance)
    var engine = Engine(local: local, seeds: [], records: MemoryRecordStore(), table: table)
    var time = Moment(instant: Instant(nanoseconds: 0), timestamp: now)
    _ = engine.start(saved: [], at: time, using: &chance)
    let before = bytesInUse()
    var most = before
    for number in 0..<count {
      try call(of: UInt64(number), at: &engine, time, &chance)
      time = time + .microseconds(86_400)
      guard let due = engine.nextDeadline, due <= time.instant else { continue }
      for case .request(let id, _, _) in engine.tick(at: time, using: &chance) {
        _ = engine.failed(id, .ownNetwork, at: time, using: &chance)
      }
      most = max(most, bytesInUse())
    }
    return Figure(
      name: "memory.strangers", value: Double(most - before), unit: "bytes",
      note: "most growth of the heap in a simulated day with \(count) passing peers, three questions each")
  }

  private static func call(
    of number: UInt64, at engine: inout Engine, _ time: Moment, _ chance: inout SeededRandom
  ) throws {
    let nodeID = NodeID(words: (chance.next(), chance.next(), chance.next(), chance.next()))
    guard let onion = OnionAddress(signingKey: nodeID.bytes) else { return }
    let contact = Contact(nodeID: nodeID, address: PeerAddress(onion))
    for case .probe(let probed) in engine.proven(contact, dialled: false, at: time, using: &chance) {
      engine.probeFailed(probed, at: time)
    }
    let requester = Requester(link: number, nodeID: nodeID)
    for request in [DHTRequest.ping, .findNode(nodeID), .findValue(.node(nodeID))] {
      _ = try engine.answer(request, from: requester, at: time)
    }
    engine.linkDown(nodeID)
  }

  // MARK: Records

  private static func bundles(_ chance: inout SeededRandom) -> [Figure] {
    let wires = wires(2_000, using: &chance)
    let records = MemoryRecordStore()
    // What decoding leaves behind for the next time is not the records'.
    if let first = wires.first, let record = record(first) { _ = record.size }
    let before = bytesInUse()
    for wire in wires { record(wire).map(records.put) }
    let used = Double(bytesInUse() - before) / Double(records.count())
    return [
      Figure(
        name: "memory.bundle", value: used, unit: "bytes",
        note: "a checked record in memory, as it came off the wire"),
      Figure(
        name: "memory.bundle.beyond", value: used - meanSize(wires), unit: "bytes",
        note: "the same beyond the bundle's own \(Int(meanSize(wires))) bytes as it is sent"),
    ]
  }

  /// The store of the daemon: on disk, with a bounded cache.
  private static func store(_ chance: inout SeededRandom) throws -> Figure {
    let wires = wires(10_000, using: &chance)
    let directory = try TemporaryDirectory()
    let vault = try Vault.create(at: directory.file("node"))
    let store = try NodeStore(vault: vault, master: MasterKey.random(), program: "sophax-bench")
    if let record = wires.first.flatMap(record) { try store.put(record) }
    try store.commitTurn()
    let before = bytesInUse()
    for (number, wire) in wires.enumerated() {
      if let record = record(wire) { try store.put(record) }
      if number.isMultiple(of: 100) { try store.commitTurn() }
    }
    try store.commitTurn()
    let used = Double(bytesInUse() - before) / Double(wires.count)
    return Figure(
      name: "memory.bundle.stored", value: used, unit: "bytes",
      note: "in the daemon's store of \(wires.count) records, which keeps them on disk")
  }

  /// Bundles as they come: with a name, an address and an ML-KEM key.
  private static func wires(_ count: Int, using chance: inout SeededRandom) -> [[UInt8]] {
    (0..<count).map { number in
      let identity = SimulatedIdentity(using: &chance)
      var bundle = identity.bundle(at: now, username: "somebody \(number)")
      bundle.pqPreKeyPublic = Base64Data(chance.bytes(1184))
      bundle.pqPreKeyId = 1
      identity.sign(&bundle)
      return Payload.encode(bundle)
    }
  }

  private static func record(_ wire: [UInt8]) -> BundleRecord? {
    guard let bundle = try? Payload.decode(PreKeyBundle.self, from: wire) else { return nil }
    return try? BundleRecord(checking: bundle, at: now)
  }

  private static func meanSize(_ wires: [[UInt8]]) -> Double {
    Double(wires.reduce(0) { $0 + $1.count }) / Double(max(1, wires.count))
  }

  private static func bytesInUse() -> Int {
    let info = mallinfo2()
    return Int(info.uordblks) + Int(info.hblkhd)
  }
}
