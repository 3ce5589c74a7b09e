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

  /// A cell sealed when the database was made tells a database of another vault from one with damaged cells.
  func checkMasterKey() throws(StoreError) {
    let place = ColumnCipher.Place("meta", "value", row: .text(Self.keyCheck))
    if let cell = try meta(Self.keyCheck) {
      do throws(StoreError) { _ = try cipher.open(cell, at: place) } catch { throw .otherMasterKey }
    } else {
      try setMeta(Self.keyCheck, cipher.seal([], at: place))
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
