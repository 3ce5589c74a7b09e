import SQLite
import TestWorld
import Testing

@Suite struct TransactionTests {
  enum Failure: DatabaseFailure {
    case refused
    case database(DatabaseError)
    case other(any Error)

    init(database: DatabaseError) { self = .database(database) }

    static func wrapping(_ body: () throws -> Void) throws(Failure) {
      do { try body() } catch { throw error as? Failure ?? .other(error) }
    }
  }

  let directory: TemporaryDirectory
  let database: Database

  init() throws {
    directory = try TemporaryDirectory()
    database = try Database(path: directory.file("test.db"))
    try database.run("CREATE TABLE t (k INTEGER PRIMARY KEY, v BLOB) STRICT")
  }

  func insert(_ key: Int64) throws { try database.run("INSERT INTO t (k) VALUES (?)", [.integer(key)]) }
  func keys() throws -> [Int64] { try database.query("SELECT k FROM t ORDER BY k") { $0.integer(0) } }

  func inTransaction(_ body: () throws -> Void) throws {
    try database.transaction { () throws(Failure) in try Failure.wrapping(body) }
  }

  func inSavepoint(_ body: () throws -> Void) throws {
    try database.savepoint { () throws(Failure) in try Failure.wrapping(body) }
  }

  @Test func throwingUndoesEverything() throws {
    #expect(throws: Failure.self) {
      try inTransaction {
        try insert(1)
        throw Failure.refused
      }
    }
    #expect(try keys() == [])
    #expect(!database.isInTransaction)
  }

  @Test func savepointUndoesOnlyItsOwn() throws {
    try inTransaction {
      try insert(1)
      #expect(throws: Failure.self) {
        try inSavepoint {
          try insert(2)
          try inSavepoint { try insert(3) }
          throw Failure.refused
        }
      }
      try inSavepoint {
        try insert(4)
        #expect(throws: Failure.self) {
          try inSavepoint {
            try insert(5)
            throw Failure.refused
          }
        }
      }
      try insert(6)
    }
    #expect(try keys() == [1, 4, 6])
  }

  @Test func savepointOutsideATransactionIsOne() throws {
    try inSavepoint {
      try insert(1)
      #expect(database.isInTransaction)
    }
    #expect(throws: Failure.self) {
      try inSavepoint {
        try insert(2)
        throw Failure.refused
      }
    }
    #expect(try keys() == [1])
  }

  @Test func savepointOfAnEndedTransactionIsHarmless() throws {
    try database.begin()
    let mark = try database.setSavepoint()
    try insert(1)
    database.rollback()
    database.rollback(to: mark)
    #expect(try keys() == [])
    try inTransaction { try inSavepoint { try insert(2) } }
    #expect(try keys() == [2])
  }

  /// A full disk at any moment: either the transaction is whole or it never was, and there is room again after.
  @Test(arguments: 6...40) func fullDiskKeepsAllOrNothing(_ pages: Int) throws {
    var settings = DatabaseSettings()
    settings.pageLimit = pages
    let path = directory.file("full.db")
    let blob = Value.blob([UInt8](repeating: 1, count: 3000))
    var committed: Int64 = 0
    do {
      let database = try Database(path: path, settings: settings)
      try database.run("CREATE TABLE t (k INTEGER PRIMARY KEY, v BLOB) STRICT")
      func insertFive() throws(DatabaseError) {
        try database.transaction { () throws(DatabaseError) in
          for _ in 0..<5 { try database.run("INSERT INTO t (v) VALUES (?)", [blob]) }
        }
      }
      let error = #expect(throws: DatabaseError.self) {
        while true {
          try insertFive()
          committed += 5
        }
      }
      #expect(error?.kind == .full)
      #expect(!database.isInTransaction)
      #expect(try database.first("SELECT count(*) FROM t") { $0.integer(0) } == committed)
      try database.run("DELETE FROM t WHERE k > ?", [.integer(committed - 5)])
      committed = max(0, committed - 5)
    }
    let database = try Database(path: path, settings: settings)
    #expect(try database.first("SELECT count(*) FROM t") { $0.integer(0) } == committed)
    #expect(try database.integrityFaults() == [])
  }
}
