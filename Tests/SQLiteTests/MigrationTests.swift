import SQLite
import TestWorld
import Testing

@Suite struct MigrationTests {
  let directory: TemporaryDirectory
  let database: Database
  let steps = [
    Migration("people", "CREATE TABLE people (k INTEGER PRIMARY KEY) STRICT; INSERT INTO people VALUES (1);"),
    Migration("names", "ALTER TABLE people ADD COLUMN name TEXT; UPDATE people SET name = 'nobody';"),
  ]

  init() throws {
    directory = try TemporaryDirectory()
    database = try Database(path: directory.file("test.db"))
  }

  @Test func runsWhatIsMissingInOrder() throws {
    #expect(try database.migrate([steps[0]]) == ["people"])
    #expect(try database.migrate(steps) == ["names"])
    #expect(try database.migrate(steps) == [])
    #expect(try database.schemaVersion() == 2)
    #expect(try database.first("SELECT name FROM people") { $0.text(0) } == "nobody")
  }

  @Test func failedStepLeavesTheStepBefore() throws {
    let broken = Migration("broken", "INSERT INTO people VALUES (2); INSERT INTO missing VALUES (1);")
    let error = #expect(throws: MigrationError.self) { try database.migrate([steps[0], broken]) }
    guard case .failed("broken", _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try database.schemaVersion() == 1)
    #expect(try database.first("SELECT count(*) FROM people") { $0.integer(0) } == 1)
    #expect(try database.migrate(steps) == ["names"])
  }

  @Test func newerSchemaIsRefusedUntouched() throws {
    try database.migrate(steps)
    let error = #expect(throws: MigrationError.self) { try database.migrate([steps[0]]) }
    #expect(error == .newerSchema(found: 2, known: 1))
    #expect(error?.description.contains("made by a newer version") == true)
    #expect(try database.schemaVersion() == 2)
  }

  @Test func negativeVersionIsRefused() throws {
    try database.run("PRAGMA user_version = -5")
    #expect(throws: MigrationError.newerSchema(found: -5, known: 2)) { try database.migrate(steps) }
  }
}
