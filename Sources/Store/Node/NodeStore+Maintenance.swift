import SQLite

extension NodeStore {
  /// What is wrong with the file: damaged pages, indexes and references. Reads all of it.
  package func faults() throws(StoreError) -> [String] {
    do throws(DatabaseError) { return try database.integrityFaults() } catch { throw .database(error) }
  }

  /// Rewrites the file without its holes; between turns only.
  package func vacuum() throws(StoreError) {
    do throws(DatabaseError) { try database.vacuum() } catch { throw .database(error) }
  }

  /// Gives some free pages back to the file system: what a tick does when nothing else is to do.
  package func releaseFreePages(_ pages: Int = 256) throws(StoreError) {
    do throws(DatabaseError) { try database.releaseFreePages(pages) } catch { throw .database(error) }
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
