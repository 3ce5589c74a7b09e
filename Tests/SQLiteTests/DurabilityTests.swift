import Glibc
import SQLite
import TestWorld
import Testing

/// What a commit returned for is there after the process is killed, and nothing else is.
@Suite struct DurabilityTests {
  /// Where the child dies: before the n-th call of the two transactions it makes.
  @Test(arguments: 0...8) func killedBetweenAnyTwoSteps(_ step: Int) async throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("test.db")
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, step = step as Int] in
      let database = try Database(path: path)
      try database.run("CREATE TABLE t (k INTEGER PRIMARY KEY) STRICT")
      var left = step
      func dieHere() {
        if left == 0 { kill(getpid(), SIGKILL) }
        left -= 1
      }
      for round in 0..<2 {
        dieHere()
        try database.begin()
        dieHere()
        try database.run("INSERT INTO t VALUES (?)", [.integer(Int64(round * 2))])
        dieHere()
        try database.run("INSERT INTO t VALUES (?)", [.integer(Int64(round * 2 + 1))])
        dieHere()
        try database.commit()
      }
      dieHere()
    }
    let database = try Database(path: path)
    let committed = Int64(step / 4)
    #expect(try database.query("SELECT k FROM t ORDER BY k") { $0.integer(0) } == Array(0..<committed * 2))
    #expect(try database.integrityFaults() == [])
  }

  @Test func killedInsideAMigration() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("test.db")
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      let database = try Database(path: path)
      try database.migrate([Migration("one", "CREATE TABLE one (k INTEGER) STRICT")])
      try database.begin()
      try database.runScript("CREATE TABLE two (k INTEGER) STRICT; PRAGMA user_version = 2;")
      kill(getpid(), SIGKILL)
    }
    let database = try Database(path: path)
    #expect(try database.schemaVersion() == 1)
    #expect(try database.query("SELECT name FROM sqlite_master") { $0.text(0) } == ["one"])
  }
}
