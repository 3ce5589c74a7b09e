import SQLite

extension NodeStore {
  /// Rewrites the file without its holes; between turns only.
  package func vacuum() throws(StoreError) {
    do throws(DatabaseError) { try database.vacuum() } catch { throw .database(error) }
  }

  /// Brings all that was committed into the one file; between turns only.
  package func settle() throws(StoreError) {
    do throws(DatabaseError) { try database.checkpoint() } catch { throw .database(error) }
  }

  /// Gives some free pages back to the file system, between turns: `vacuum` in pieces, for a node at work.
  ///
  /// - Returns: how many bytes of free pages are left.
  @discardableResult
  package func releaseFreePages(_ pages: Int = 256) throws(StoreError) -> Int64 {
    do throws(DatabaseError) {
      try database.releaseFreePages(pages)
      return try database.sizes().free
    } catch {
      throw .database(error)
    }
  }

  /// Whether there is room to take things in for others.
  package func hasRoomForOthers() throws(StoreError) -> Bool {
    do throws(FileError) {
      let space = try FileSystem.space(at: vault.path)
      return space.exceeds(share: settings.reserveShare, orBytes: settings.reserveBytes)
    } catch {
      throw .file(error)
    }
  }

  /// Rows of each table and the size of the file, for `stats`.
  package func sizes() throws(StoreError) -> StoreSizes {
    let tables = try query("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'") {
      $0.text(0)
    }
    var rows: [String: Int] = [:]
    for table in tables { rows[table] = Int(try number("SELECT count(*) FROM \(table)")) }
    do throws(DatabaseError) {
      let sizes = try database.sizes()
      return StoreSizes(bytes: sizes.total, freeBytes: sizes.free, rows: rows)
    } catch {
      throw .database(error)
    }
  }
}

/// How large the store is.
package struct StoreSizes: Equatable, Sendable {
  package let bytes: Int64
  package let freeBytes: Int64
  /// By table.
  package let rows: [String: Int]
}
