import Glibc
import SQLite
import Store
import TestWorld
import Testing
import World

@Suite struct NodeStoreTests {
  enum Refusal: Error, DatabaseFailure {
    case refused
    case store(StoreError)

    init(database: DatabaseError) { self = .store(.database(database)) }
  }

  let test: TestVault

  init() throws { test = try TestVault() }

  func set(_ name: String, in store: NodeStore) throws(Refusal) {
    do throws(StoreError) { try store.setSetting(name, [1]) } catch { throw .store(error) }
  }

  func names(_ store: NodeStore) throws -> [String] {
    try ["a", "b", "c", "d", "e"].filter { try store.setting($0) != nil }
  }

  @Test func aDatabaseThatWasMovedAwayTakesNothing() throws {
    let test = try TestVault()
    let store = try test.created()
    let (place, elsewhere) = (store.vault.databasePath, store.vault.databasePath + ".away")
    try store.setSetting("a", [1])
    try store.commitTurn()
    #expect(rename(place, elsewhere) == 0)
    try store.setSetting("a", [2])
    #expect(throws: StoreError.displaced(path: place)) { try store.commitTurn() }
    #expect(try store.setting("a") == [1])
    #expect(rename(elsewhere, place) == 0)
    try store.setSetting("a", [3])
    try store.commitTurn()
    #expect(try store.setting("a") == [3])
  }

  @Test func settingRoundTrip() throws {
    do {
      let store = try test.created()
      #expect(try store.setting("name") == nil)
      try store.setSetting("name", [1, 2])
      try store.setSetting("name", [3])
      try store.setSetting("gone", [4])
      try store.setSetting("gone", nil)
      #expect(try store.commitTurn())
    }
    let store = try test.opened()
    #expect(try store.setting("name") == [3])
    #expect(try store.setting("gone") == nil)
  }

  @Test func aMissingDatabaseIsNamed() throws {
    _ = try test.created()
    unlink(test.path + "/sophax.db")
    let missing = StoreError.databaseMissing(path: test.path + "/sophax.db")
    #expect(throws: missing) { try test.opened() }
    let vault = try Vault.open(at: test.path)
    #expect(throws: missing) { try vault.checkDatabase() }
  }

  @Test(arguments: [[], Array(repeating: 7, count: 8192)] as [[UInt8]])
  func aDamagedDatabaseIsNamed(content: [UInt8]) throws {
    do {
      _ = try test.created()
      for name in ["sophax.db-wal", "sophax.db-shm"] { unlink("\(test.path)/\(name)") }
      try Files.write(content, to: test.path + "/sophax.db")
    }
    let vault = try Vault.open(at: test.path)
    let path = vault.databasePath
    do throws(StoreError) {
      try vault.checkDatabase()
      Issue.record("nothing is wrong with \(content.count) bytes")
    } catch {
      guard case .databaseDamaged(path, _) = error else {
        Issue.record("\(error)")
        return
      }
    }
  }

  @Test func anUnreadableDatabaseIsNamedWhenItIsOpened() throws {
    do {
      _ = try test.created()
      for name in ["sophax.db-wal", "sophax.db-shm"] { unlink("\(test.path)/\(name)") }
      try Files.write([UInt8](repeating: 7, count: 8192), to: test.path + "/sophax.db")
    }
    do {
      _ = try test.opened()
      Issue.record("it opened")
    } catch StoreError.databaseDamaged(let path, _) {
      #expect(path == test.path + "/sophax.db")
    }
  }

  @Test func turnThatWroteNothingCommitsNothing() throws {
    let store = try test.created()
    try store.savepoint { () throws(StoreError) in _ = try store.setting("a") }
    #expect(!store.hasUncommitted)
    #expect(try !store.commitTurn())
  }

  @Test func rolledBackTurnLeavesNothing() throws {
    do {
      let store = try test.created()
      try store.setSetting("a", [1])
      try store.appendEvent(at: 1)
      store.rollbackTurn()
      #expect(try names(store) == [])
      #expect(try store.eventCursors() == nil)
      #expect(!store.hasUncommitted)
      try store.setSetting("b", [1])
      try store.commitTurn()
      try store.setSetting("c", [1])
    }
    #expect(try names(try test.opened()) == ["b"])
  }

  @Test func failedFrameTakesBackOnlyItsOwn() throws {
    do {
      let store = try test.created()
      try store.savepoint { () throws(Refusal) in try set("a", in: store) }
      #expect(throws: Refusal.self) {
        try store.savepoint { () throws(Refusal) in
          try set("b", in: store)
          throw .refused
        }
      }
      try store.savepoint { () throws(Refusal) in
        try set("c", in: store)
        do throws(Refusal) {
          try store.savepoint { () throws(Refusal) in
            try set("d", in: store)
            throw .refused
          }
        } catch {
          try set("e", in: store)
        }
      }
      try store.commitTurn()
    }
    #expect(try names(try test.opened()) == ["a", "c", "e"])
  }

  @Test func firstFrameThatFailsLeavesAnEmptyTurn() throws {
    let store = try test.created()
    #expect(throws: Refusal.self) {
      try store.savepoint { () throws(Refusal) in
        try store.savepoint { () throws(Refusal) in try set("a", in: store) }
        throw .refused
      }
    }
    try store.commitTurn()
    #expect(try names(store) == [])
  }

  /// A full disk in the middle of a turn: the turn is refused whole, and the next one works.
  @Test(arguments: [50, 60, 75, 90]) func fullDiskUndoesTheTurn(_ pages: Int) throws {
    var settings = StoreSettings()
    settings.database.pageLimit = pages
    let store = try test.created(settings)
    try store.setSetting("a", [1])
    try store.commitTurn()
    let large = [UInt8](repeating: 0, count: 100_000)
    var failed = false
    for turn in 0..<8 where !failed {
      do throws(StoreError) {
        try store.savepoint { () throws(StoreError) in try store.setSetting("big\(turn)", large) }
        try store.commitTurn()
      } catch {
        failed = true
        guard case .database(let error) = error else {
          Issue.record("\(error)")
          return
        }
        #expect(error.kind == .full)
        store.rollbackTurn()
        #expect(try store.setting("big\(turn)") == nil)
      }
    }
    #expect(failed)
    #expect(try store.setting("a") == [1])
    for turn in 0..<8 { try store.setSetting("big\(turn)", nil) }
    try store.setSetting("b", [2])
    try store.commitTurn()
    #expect(try store.faults() == [])
  }

  /// A real limit of the system, not SQLite's own: a write that has no room, then room again.
  @Test func writeRefusedBySystemUndoesTheTurn() async throws {
    do { _ = try test.created() }
    await #expect(processExitsWith: .success) { [path = test.path as String] in
      let vault = try Vault.open(at: path)
      let master = try vault.masterKey(with: TestVault.passphrase("correct horse"))
      let store = try NodeStore(vault: vault, master: master, program: "test 1")
      try store.setSetting("a", [1])
      try store.commitTurn()
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 150_000, rlim_max: .max)
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      let error = #expect(throws: StoreError.self) {
        try store.savepoint { () throws(StoreError) in
          try store.setSetting("b", [UInt8](repeating: 0, count: 400_000))
        }
        try store.commitTurn()
      }
      guard case .database(let cause) = error else { exit(2) }
      #expect(cause.kind == .full)
      store.rollbackTurn()
      #expect(try store.setting("a") == [1])
      #expect(try store.setting("b") == nil)
      limit.rlim_cur = .max
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      try store.setSetting("b", [2])
      try store.commitTurn()
      #expect(try store.faults() == [])
    }
    #expect(try names(try test.opened()) == ["a", "b"])
  }

  @Test(arguments: 0...4) func killedBetweenAnyTwoStepsOfATurn(_ step: Int) async throws {
    do { _ = try test.created() }
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = test.path as String, step = step as Int] in
      let vault = try Vault.open(at: path)
      let master = try vault.masterKey(with: TestVault.passphrase("correct horse"))
      let store = try NodeStore(vault: vault, master: master, program: "test 1")
      func die(at here: Int) { if step == here { kill(getpid(), SIGKILL) } }
      die(at: 0)
      try store.savepoint { () throws(StoreError) in
        try store.setSetting("a", [1])
        die(at: 1)
        try store.setSetting("b", [1])
      }
      die(at: 2)
      try store.appendEvent(at: 1)
      die(at: 3)
      try store.commitTurn()
      die(at: 4)
    }
    let store = try test.opened()
    #expect(try names(store) == (step == 4 ? ["a", "b"] : []))
    #expect(try store.eventCursors()?.last == (step == 4 ? 1 : nil))
    #expect(try store.faults() == [])
  }

  @Test func plaintextIsNotInTheFiles() throws {
    let words = Array("meet me at the old mill".utf8)
    let store = try test.created()
    try store.setSetting("note", words)
    try store.commitTurn()
    for name in ["sophax.db", "sophax.db-wal"] {
      #expect(try !Files.read(test.path + "/" + name).contains(words), "\(name)")
    }
  }

  @Test func databaseOfAnotherVaultIsRefused() throws {
    let other = try TestVault()
    do {
      _ = try test.created()
      _ = try other.created()
    }
    try Files.write(try Files.read(other.path + "/sophax.db"), to: test.path + "/sophax.db")
    #expect(throws: StoreError.otherMasterKey) { try test.opened() }
  }

  @Test func newerSchemaIsRefusedAndNamesItsMaker() throws {
    do {
      let vault = try Vault.create(at: test.path)
      let master = MasterKey.random()
      try vault.keep(master, for: test.passphrase, cost: TestVault.cost)
      _ = try NodeStore(vault: vault, master: master, program: "sophax 9.1")
    }
    let known: Int
    do {
      let database = try Database(path: test.path + "/sophax.db")
      known = try database.schemaVersion()
      try database.run("PRAGMA user_version = 99")
    }
    let error = #expect(throws: StoreError.self) { try test.opened() }
    #expect(error == .newerSchema(found: 99, known: known, madeBy: "sophax 9.1"))
    #expect(error?.description.contains("made by a newer version (sophax 9.1") == true)
  }

  @Test func swappedAndChangedCellsAreRefused() throws {
    do {
      let store = try test.created()
      try store.setSetting("a", [1])
      try store.setSetting("b", [2])
      try store.appendEvent(at: 1)
      try store.commitTurn()
    }
    do {
      let database = try Database(path: test.path + "/sophax.db")
      try database.run("UPDATE settings SET value = (SELECT value FROM settings WHERE name = 'b') WHERE name = 'a'")
      try database.run("UPDATE events SET body = (SELECT value FROM settings WHERE name = 'b')")
      try database.run("UPDATE settings SET value = x'00' WHERE name = 'b'")
    }
    let store = try test.opened()
    #expect(throws: StoreError.sealBroken(table: "settings", column: "value")) { try store.setting("a") }
    #expect(throws: StoreError.sealBroken(table: "settings", column: "value")) { try store.setting("b") }
    #expect(throws: StoreError.sealBroken(table: "events", column: "body")) { try store.events(after: 0, limit: 9) }
  }

  @Test func sizesCountRows() throws {
    let store = try test.created()
    try store.setSetting("a", [1])
    try store.commitTurn()
    let sizes = try store.sizes()
    #expect(sizes.rows["settings"] == 1)
    #expect(sizes.bytes > 0)
    #expect(try store.hasRoomForOthers())
    try store.vacuum()
    try store.releaseFreePages()
    #expect(try store.setting("a") == [1])
  }
}
