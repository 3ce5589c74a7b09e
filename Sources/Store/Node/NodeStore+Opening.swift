import SQLite

extension NodeStore {
  private static let keyCheck = "key_check"
  private static let madeBy = "made_by"

  /// Brings the schema up to date.
  func migrate() throws(StoreError) {
    do throws(MigrationError) {
      try database.migrate(Schema.steps)
    } catch {
      switch error {
      case .newerSchema(let found, let known):
        throw .newerSchema(found: found, known: known, madeBy: try meta(Self.madeBy).map(text) ?? "unknown")
      case .failed(let step, let error):
        throw .migration(step: step, error)
      }
    }
  }

  /// Finds what keeps this program from using the store, and changes nothing.
  func rehearse() throws(StoreError) {
    let found = try schemaVersion()
    guard (0...Schema.steps.count).contains(found) else {
      throw .newerSchema(
        found: found, known: Schema.steps.count, madeBy: try meta(Self.madeBy).map(text) ?? "unknown")
    }
    guard found > 0, let cell = try meta(Self.keyCheck) else { return }
    try checkMasterKey(against: cell)
  }

  /// Whether the schema is the one that this program knows.
  package var isUpToDate: Bool { (try? schemaVersion()) == Schema.steps.count }

  private func schemaVersion() throws(StoreError) -> Int {
    do throws(DatabaseError) { return try database.schemaVersion() } catch { throw .database(error) }
  }

  private static var keyCheckPlace: ColumnCipher.Place { ColumnCipher.Place("meta", "value", row: .text(keyCheck)) }

  private func checkMasterKey(against cell: [UInt8]) throws(StoreError) {
    do throws(StoreError) { _ = try cipher.open(cell, at: Self.keyCheckPlace) } catch { throw .otherMasterKey }
  }

  /// A cell sealed when the database was made tells a database of another vault from one with damaged cells.
  func checkMasterKey() throws(StoreError) {
    if let cell = try meta(Self.keyCheck) {
      try checkMasterKey(against: cell)
    } else {
      try setMeta(Self.keyCheck, cipher.seal([], at: Self.keyCheckPlace))
      try commitTurn()
    }
  }

  /// Leaves the name of the program that last wrote here, in plain: an older one shows it before it has any key.
  func noteProgram(_ program: String) throws(StoreError) {
    guard try meta(Self.madeBy).map(text) != program else { return }
    try setMeta(Self.madeBy, Array(program.utf8))
    try commitTurn()
  }

  private func meta(_ name: String) throws(StoreError) -> [UInt8]? {
    try first("SELECT value FROM meta WHERE name = ?", [.text(name)]) { $0.blob(0) }
  }

  private func setMeta(_ name: String, _ value: [UInt8]) throws(StoreError) {
    try write("INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)", [.text(name), .blob(value)])
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
