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
    return contacts(&chance) + bundles(&chance) + [try store(&chance)]
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
