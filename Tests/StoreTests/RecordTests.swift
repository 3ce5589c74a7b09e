import E2EE
import Kademlia
import SQLite
import TestWorld
import Testing
import Wire
import World

@testable import Store

@Suite struct RecordTests {
  let test: TestVault
  let store: NodeStore
  let now = ManualClock().now.timestamp

  init() throws {
    test = try TestVault()
    store = try test.created()
  }

  func record(_ seed: UInt64, madeAt: Timestamp? = nil, lasting: Duration = .seconds(3600)) throws -> BundleRecord {
    var chance = SeededRandom(seed: seed)
    let made = madeAt ?? now
    let identity = LocalIdentity.generate(username: "Ada", using: &chance)
    let ring = PreKeyRing.generate(at: made, using: &chance)
    let bundle = ring.directoryBundle(of: identity, address: PeerAddress(identity.onion), at: made)
    return try BundleRecord(checking: bundle, expiresAt: made + lasting, at: made)
  }

  /// A store that has nothing in memory yet.
  func reopened() throws -> NodeStore {
    try store.commitTurn()
    store.recordCache = RecordCache()
    return store
  }

  @Test func recordComesBackWhole() throws {
    let record = try record(1)
    try store.put(record)
    #expect(try store.record(of: record.nodeID, at: now) == record)
    #expect(try reopened().record(of: record.nodeID, at: now) == record)
    #expect(try store.record(of: try self.record(2).nodeID, at: now) == nil)
  }

  @Test func bytesFollowWhatIsHeldAndRecordsCanBeWalked() throws {
    let all = try (1...12).map { try record($0) }.sorted { $0.nodeID < $1.nodeID }
    for record in all.shuffled() { try store.put(record) }
    try store.put(all[3])
    try store.remove(all[5].nodeID)
    let held = try store.bytes()
    #expect(try reopened().bytes() == held)
    var walked: [NodeID] = []
    while true {
      let next = try store.records(after: walked.last, limit: 4, at: now)
      guard !next.isEmpty else { break }
      walked += next.map(\.nodeID)
    }
    #expect(walked == all.map(\.nodeID).filter { $0 != all[5].nodeID })
  }

  @Test func aWithdrawalComesBackAsOne() throws {
    var chance = SeededRandom(seed: 1)
    let identity = LocalIdentity.generate(username: "Ada", using: &chance)
    let record = try BundleRecord(checking: identity.withdrawal(at: now), at: now)
    try store.put(record)
    let later = now + .seconds(40 * 3600)
    #expect(try reopened().record(of: identity.nodeID, at: later)?.isWithdrawal == true)
  }

  @Test func putReplaces() throws {
    let old = try record(1)
    let new = try record(1, madeAt: now + .seconds(60))
    try store.put(old)
    try store.put(new)
    #expect(try store.count() == 1)
    #expect(try reopened().record(of: old.nodeID, at: now + .seconds(60)) == new)
  }

  @Test func prefixIsARangeInOrder() throws {
    let all = try (1...40).map { try record($0) }.sorted { $0.nodeID < $1.nodeID }
    for record in all.shuffled() { try store.put(record) }
    let store = try reopened()
    for record in all.prefix(10) {
      for digits in [8, 16, 32, 64] {
        let prefix = try #require(PeerPrefix(record.nodeID.hex.prefix(digits)))
        #expect(try store.records(matching: prefix, limit: 20, at: now) == [record])
      }
    }
    let missing = try #require(PeerPrefix("0123456789abcdef"))
    #expect(try store.records(matching: missing, limit: 20, at: now).isEmpty)
  }

  /// Real identifiers that share eight digits are not to be had; rows under made-up ones must be dropped unseen.
  @Test func rowUnderAnotherIdentifierIsDropped() throws {
    let record = try record(1)
    try store.put(record)
    let forged = Sample.peer(3)
    try store.database.run("UPDATE dht_records SET node_id = ?", [.blob(forged.bytes)])
    #expect(try reopened().record(of: forged, at: now) == nil)
    #expect(try store.count() == 0)
  }

  @Test(arguments: [
    "bundle = x'7b7d'", "bundle = x''", "bundle = replace(bundle, 'Ada', 'Eve')", "node_id = x'00'",
  ])
  func changedRowIsDropped(_ change: String) throws {
    let record = try record(1)
    try store.put(record)
    // replace() yields text, which a STRICT table refuses as a byte string.
    let sql = change.replacing("replace(bundle, 'Ada', 'Eve')", with: "CAST(replace(bundle, 'Ada', 'Eve') AS BLOB)")
    try store.database.run("UPDATE dht_records SET \(sql)")
    let prefix = try #require(PeerPrefix(record.nodeID.hex))
    #expect(try reopened().records(matching: prefix, limit: 9, at: now).isEmpty)
  }

  @Test func expiredIsNeverReturnedAndSweptOnce() throws {
    let short = try record(1, lasting: .seconds(10))
    let long = try record(2, lasting: .seconds(1000))
    try store.put(short)
    try store.put(long)
    let later = now + .seconds(10)
    #expect(try store.record(of: short.nodeID, at: later) == nil)
    #expect(try reopened().record(of: short.nodeID, at: later) == nil)
    #expect(try store.expire(at: now) == 0)
    #expect(!store.hasUncommitted)
    #expect(try store.expire(at: later) == 1)
    #expect(try store.count() == 1)
    #expect(try store.record(of: long.nodeID, at: later) == long)
  }

  @Test func farthestIsWhatASearchThroughAllFinds() throws {
    #expect(try store.farthest(from: Sample.peer(1)) == nil)
    let ids = try (1...60).map { try record($0) }.map { record in
      try store.put(record)
      return record.nodeID
    }
    for seed: UInt8 in 0..<40 {
      let from = Sample.peer(seed)
      let expected = ids.max { $0.distance(to: from) < $1.distance(to: from) }
      #expect(try store.farthest(from: from) == expected)
    }
    for id in ids.dropFirst() { try store.remove(id) }
    #expect(try store.farthest(from: Sample.peer(1)) == ids[0])
  }

  @Test func bytesAreThoseOfTheRows() throws {
    func stored() throws -> Int {
      Int(try store.number("SELECT coalesce(sum(length(bundle)), 0) FROM dht_records"))
    }
    #expect(try store.bytes() == 0)
    for seed: UInt64 in 1...5 { try store.put(try record(seed)) }
    try store.put(try record(2, madeAt: now + .seconds(60)))
    try store.remove(try record(3).nodeID)
    try store.remove(try record(9).nodeID)
    #expect(try store.bytes() == stored())
    #expect(try store.count() == 4)
    #expect(try reopened().bytes() == stored())
  }

  @Test func belowTheReserveThereIsNoRoom() throws {
    #expect(try store.hasRoom())
    let test = try TestVault()
    var settings = StoreSettings()
    (settings.reserveShare, settings.reserveBytes) = (2, .max)
    #expect(try !test.created(settings).hasRoom())
  }

  @Test func rolledBackRecordIsNeitherCountedNorRemembered() throws {
    let first = try record(1)
    let second = try record(2)
    try store.put(first)
    try store.commitTurn()
    #expect(try store.count() == 1)
    #expect(throws: StoreError.self) {
      try store.savepoint { () throws(StoreError) in
        try? store.put(second)
        try? store.remove(first.nodeID)
        throw .otherMasterKey
      }
    }
    #expect(try store.count() == 1)
    #expect(try store.record(of: first.nodeID, at: now) == first)
    #expect(try store.record(of: second.nodeID, at: now) == nil)
    try store.put(second)
    #expect(try store.count() == 2)
    store.rollbackTurn()
    #expect(try store.count() == 1)
    #expect(try store.record(of: second.nodeID, at: now) == nil)
  }

  @Test func fullDiskIsAnErrorOfTheRecordStore() throws {
    let test = try TestVault()
    var settings = StoreSettings()
    settings.database.pageLimit = 60
    let store = try test.created(settings)
    let record = try record(1)
    let error = #expect(throws: RecordStoreError.self) {
      while true {
        try store.put(record)
        try store.appendLargeSetting()
      }
    }
    #expect(error.map { "\($0)".contains("full") } == true)
    store.rollbackTurn()
    #expect(try store.count() == 0)
  }

  @Test func oneSweepTakesAllThatHasExpired() throws {
    var records: [BundleRecord] = []
    for seed in 0..<300 { records.append(try record(UInt64(seed), lasting: .seconds(seed < 290 ? 60 : 7200))) }
    for record in records { try store.put(record) }
    try store.commitTurn()
    let full = try store.bytes()
    // Nobody has asked for any of them meanwhile.
    let later = now + .seconds(61)
    #expect(try store.expire(at: later) == 290)
    try store.commitTurn()
    #expect(try store.count() == 10)
    #expect(try store.bytes() < full / 10)
    #expect(try reopened().records(after: nil, limit: 999, at: later).count == 10)
  }

  @Test func savedContactsAreReplacedWhole() throws {
    let contacts = (1...5).map {
      Contact(nodeID: Sample.peer($0), address: PeerAddress.loopback(port: 1))
    }
    try store.saveContacts(contacts)
    try store.commitTurn()
    #expect(try store.savedContacts() == contacts)
    // The same identity twice breaks the table's rule: nothing of the new list stays, the old one does.
    #expect(throws: StoreError.self) { try store.saveContacts([contacts[4], contacts[3], contacts[4]]) }
    #expect(try store.savedContacts() == contacts)
    try store.saveContacts([])
    #expect(try store.savedContacts().isEmpty)
  }
}

extension NodeStore {
  /// Fills the disk a little more; the failure comes as the record store's.
  fileprivate func appendLargeSetting() throws(RecordStoreError) {
    do throws(StoreError) {
      let used = try sizes().rows["settings"] ?? 0
      try setSetting("fill \(used)", [UInt8](repeating: 0, count: 20_000))
    } catch {
      throw .failed(error.description)
    }
  }
}
