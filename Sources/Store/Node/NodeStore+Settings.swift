import SQLite

/// Settings that the node keeps: a name of the program, a sealed value.
extension NodeStore {
  package func setting(_ name: String) throws(StoreError) -> [UInt8]? {
    try first("SELECT value FROM settings WHERE name = ?", [.text(name)]) { (row) throws(StoreError) in
      try cipher.open(row.blob(0), at: settingPlace(name))
    }
  }

  /// Keeps a value, or forgets it when it is nil.
  package func setSetting(_ name: String, _ value: [UInt8]?) throws(StoreError) {
    guard let value else { return try write("DELETE FROM settings WHERE name = ?", [.text(name)]) }
    try write(
      "INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)",
      [.text(name), .blob(cipher.seal(value, at: settingPlace(name)))])
  }

  private func settingPlace(_ name: String) -> ColumnCipher.Place {
    ColumnCipher.Place("settings", "value", row: .text(name))
  }
}
