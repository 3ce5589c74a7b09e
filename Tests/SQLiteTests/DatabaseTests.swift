import Glibc
import SQLite
import TestWorld
import Testing

@Suite struct DatabaseTests {
  let directory: TemporaryDirectory
  let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.file("test.db")
  }

  func opened(_ settings: DatabaseSettings = DatabaseSettings()) throws -> Database {
    let database = try Database(path: path, settings: settings)
    try database.run("CREATE TABLE IF NOT EXISTS t (k INTEGER PRIMARY KEY, v BLOB) STRICT")
    return database
  }

  @Test(arguments: [
    Value.null, .integer(.min), .integer(.max), .real(-0.5), .text(""), .text("a\0b"), .text("Grüße 🧅"), .blob([]),
    .blob([0, 255, 0]),
  ])
  func valueComesBackAsItWasBound(_ value: Value) throws {
    let database = try Database(path: path)
    try database.run("CREATE TABLE any (v ANY) STRICT")
    try database.run("INSERT INTO any VALUES (?)", [value])
    #expect(try database.first("SELECT v FROM any") { $0.value(0) } == value)
    let read = try database.first("SELECT v FROM any") { row -> Value in
      switch value {
      case .null: row.isNull(0) ? .null : .text("not null")
      case .integer: Value(row.optionalInteger(0))
      case .real: .real(row.real(0))
      case .text: Value(row.optionalText(0))
      case .blob: Value(row.optionalBlob(0))
      }
    }
    #expect(read == value)
  }

  @Test func connectionIsDurableAndStrict() throws {
    let database = try opened()
    func pragma(_ name: String) throws -> String? { try database.first("PRAGMA \(name)") { $0.text(0) } }
    #expect(try pragma("journal_mode") == "wal")
    #expect(try pragma("synchronous") == "2")
    #expect(try pragma("foreign_keys") == "1")
    #expect(try pragma("busy_timeout") == "5000")
    #expect(try pragma("locking_mode") == "exclusive")
    #expect(try pragma("secure_delete") == "1")
  }

  @Test func queryInsideAQueryWithTheSameText() throws {
    let database = try opened()
    for key in 1...3 { try database.run("INSERT INTO t (k) VALUES (?)", [.integer(Int64(key))]) }
    var pairs = 0
    try database.forEach("SELECT k FROM t") { (_) throws(DatabaseError) in
      pairs += try database.query("SELECT k FROM t") { $0.integer(0) }.count
      return true
    }
    #expect(pairs == 9)
  }

  @Test func errorNamesTheStatementAndNotItsArguments() throws {
    let database = try opened()
    try database.run("INSERT INTO t VALUES (1, ?)", [.blob([1])])
    let error = #expect(throws: DatabaseError.self) {
      try database.run("INSERT INTO t VALUES (1, ?)", [.blob(Array("secret words".utf8))])
    }
    #expect(error?.kind == .constraint)
    #expect(error?.sql == "INSERT INTO t VALUES (1, ?)")
    #expect(error?.description.contains("secret") == false)
  }

  @Test(arguments: [[Value](), [.integer(1), .null, .null]])
  func wrongNumberOfArgumentsIsAnError(_ arguments: [Value]) throws {
    let database = try opened()
    #expect(throws: DatabaseError.self) { try database.run("INSERT INTO t VALUES (?, ?)", arguments) }
  }

  @Test(arguments: ["", "-- nothing", "SELEC 1", "SELECT * FROM missing"])
  func statementThatIsNoneIsAnError(_ sql: String) throws {
    let database = try opened()
    #expect(throws: DatabaseError.self) { try database.run(sql) }
  }

  @Test func secondConnectionIsLockedOutUntilTheFirstCloses() throws {
    var settings = DatabaseSettings()
    settings.busyTimeout = .zero
    var first: Database? = try opened(settings)
    let error = #expect(throws: DatabaseError.self) { try Database(path: path, settings: settings) }
    #expect(error?.kind == .locked)
    try first?.run("INSERT INTO t (k) VALUES (1)")
    first = nil
    let second = try Database(path: path, settings: settings)
    #expect(try second.first("SELECT count(*) FROM t") { $0.integer(0) } == 1)
  }

  @Test func existingModeMakesNoFile() {
    #expect(throws: DatabaseError.self) { try Database(path: path, mode: .existing) }
    #expect(access(path, F_OK) != 0)
  }

  @Test func fileThatIsNoDatabaseIsCorruptAndLeftAlone() throws {
    let bytes =
      Array("This is a letter to my aunt, and no database at all. ".utf8) + [UInt8](repeating: 7, count: 5000)
    try Files.write(bytes, to: path)
    let error = #expect(throws: DatabaseError.self) { try Database(path: path) }
    #expect(error?.kind == .corrupt)
    #expect(try Files.read(path) == bytes)
  }

  @Test func damagedPagesAreFound() throws {
    do {
      let database = try opened()
      for key in 0..<200 {
        try database.run(
          "INSERT INTO t VALUES (?, ?)", [.integer(Int64(key)), .blob([UInt8](repeating: 1, count: 500))])
      }
      #expect(try database.integrityFaults() == [])
    }
    var bytes = try Files.read(path)
    for index in 8192..<min(bytes.count, 40_000) { bytes[index] = UInt8(truncatingIfNeeded: index &* 31) }
    try Files.write(bytes, to: path)
    // Depending on the page that was hit, either opening or checking says so; nothing traps.
    do throws(DatabaseError) {
      let database = try Database(path: path)
      let faults = try database.integrityFaults()
      #expect(!faults.isEmpty)
    } catch {
      #expect(error.kind == .corrupt)
    }
  }

  @Test(arguments: Array(stride(from: 0, to: 8192, by: 257))) func truncatedFileNeverTraps(_ length: Int) throws {
    do {
      let database = try opened()
      try database.run("INSERT INTO t VALUES (1, ?)", [.blob([UInt8](repeating: 9, count: 3000))])
    }
    try Files.write(Array(Files.read(path).prefix(length)), to: path)
    do throws(DatabaseError) {
      let database = try Database(path: path)
      // An empty file is a new database; any other cut must be noticed by someone.
      let rows = try? database.query("SELECT v FROM t") { $0.blob(0) }
      let faults = try database.integrityFaults()
      #expect(length == 0 || rows == nil || !faults.isEmpty)
    } catch {
      #expect(error.kind == .corrupt)
    }
  }

  @Test func vacuumAndCheckpointShrinkTheFile() throws {
    let database = try opened()
    let insert = "INSERT INTO t (v) VALUES (?)"
    for _ in 0..<300 { try database.run(insert, [.blob([UInt8](repeating: 1, count: 4000))]) }
    let full = try database.sizes()
    try database.run("DELETE FROM t")
    try database.releaseFreePages(10)
    #expect(try database.sizes().total == full.total - 10 * 4096)
    try database.vacuum()
    try database.checkpoint()
    #expect(try database.sizes().total < full.total / 10)
    #expect(try Files.read(path).count == Int(try database.sizes().total))
    #expect(try Files.read(path + "-wal").isEmpty)
  }

  @Test func deletedCellsAreOverwritten() throws {
    let mark = Array("a word that must be gone".utf8)
    do {
      let database = try opened()
      try database.run("INSERT INTO t VALUES (1, ?)", [.blob(mark)])
      try database.checkpoint()
      #expect(try Files.read(path).contains(mark))
      try database.run("DELETE FROM t")
      try database.checkpoint()
    }
    #expect(try !Files.read(path).contains(mark))
  }
}
