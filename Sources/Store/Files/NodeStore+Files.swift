package import Chat
package import FileTransfer
import SQLite
package import Wire

extension NodeStore {
  private static let columns = "id, peer, direction, message, state, size, whole, name"

  package func file(_ id: FileID) throws(StoreError) -> StoredFile? {
    try first("SELECT \(Self.columns) FROM files WHERE id = ?", [.blob(id.bytes)], file)
  }

  package func file(of key: MessageKey) throws(StoreError) -> StoredFile? {
    try first(
      "SELECT \(Self.columns) FROM files WHERE peer = ? AND direction = ? AND message = ?", row(of: key).key, file)
  }

  package func saveFile(_ file: StoredFile) throws(StoreError) {
    let row = row(of: file.key)
    var name = CellWriter()
    name.add(file.key.peer.bytes)
    name.add(file.key.id.text)
    try write(
      "INSERT OR REPLACE INTO files (\(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
      [.blob(file.id.bytes)] + row.key + [
        .text(file.state.rawValue), .integer(file.size), .integer(file.isWhole ? 1 : 0),
        .blob(cipher.seal(name.bytes, at: namePlace(file.id.bytes))),
      ])
  }

  package func fetchedFiles() throws(StoreError) -> [StoredFile] {
    try query("SELECT \(Self.columns) FROM files WHERE state = 'fetching' ORDER BY id", [], file)
  }

  package func openFiles(with peer: NodeID) throws(StoreError) -> [StoredFile] {
    try query(
      """
      SELECT \(Self.columns) FROM files
      WHERE peer = ? AND whole = 0 AND state NOT IN ('complete', 'withdrawn') ORDER BY id
      """, [.blob(peerIndex(peer))], file)
  }

  package func holds(_ file: FileID) throws(StoreError) -> Bool {
    do throws(FileError) {
      return try FileShelf(vault: vault).size(of: file) > 0
    } catch {
      throw .file(error)
    }
  }

  /// The newest files, by the rows of their messages.
  package func messagesWithFiles(limit: Int) throws(StoreError) -> [MessageKey] {
    try query(
      """
      SELECT \(Self.columns.split(separator: ", ").map { "files." + $0 }.joined(separator: ", ")) FROM files
      JOIN messages ON messages.peer = files.peer AND messages.direction = files.direction
        AND messages.id = files.message
      ORDER BY messages.rowid DESC LIMIT ?
      """, [.integer(Int64(limit))], file
    ).map(\.key)
  }

  package func receivedFileBytes(from peer: NodeID) throws(StoreError) -> Int64 {
    try number(
      """
      SELECT coalesce(sum(size), 0) FROM files WHERE peer = ? AND direction = 1 AND state IN ('fetching', 'complete')
      """, [.blob(peerIndex(peer))])
  }

  package func hasRoom(forFileOf size: Int64) throws(StoreError) -> Bool {
    do throws(FileError) {
      let space = try FileSystem.space(at: vault.path)
      let left = FileSystem.Space(free: space.free - size, total: space.total)
      return left.exceeds(share: settings.reserveShare, orBytes: settings.reserveBytes)
    } catch {
      throw .file(error)
    }
  }

  package func saveAttachment(_ bytes: [UInt8], of id: FileID) throws(StoreError) {
    try write(
      "INSERT OR REPLACE INTO attachments (id, bytes) VALUES (?, ?)",
      [.blob(id.bytes), .blob(cipher.seal(bytes, at: bytesPlace(id.bytes)))])
  }

  package func attachment(of id: FileID) throws(StoreError) -> [UInt8]? {
    try first("SELECT bytes FROM attachments WHERE id = ?", [.blob(id.bytes)]) { (row) throws(StoreError) in
      try cipher.open(row.blob(0), at: bytesPlace(id.bytes))
    }
  }

  func eraseFile(of row: MessageRow) throws(StoreError) {
    let place = "peer = ? AND direction = ? AND message = ?"
    try write("DELETE FROM attachments WHERE id IN (SELECT id FROM files WHERE \(place))", row.key)
    try write("DELETE FROM files WHERE \(place)", row.key)
  }

  private func namePlace(_ id: [UInt8]) -> ColumnCipher.Place { .init("files", "name", row: .blob(id)) }
  private func bytesPlace(_ id: [UInt8]) -> ColumnCipher.Place { .init("attachments", "bytes", row: .blob(id)) }

  private func file(_ row: borrowing Row) throws(StoreError) -> StoredFile {
    guard let state = FileState(rawValue: row.text(4)) else { throw .malformed(table: "files", column: "state") }
    let id = row.blob(0)
    let direction: Direction = row.integer(2) == 0 ? .sent : .received
    let (size, isWhole) = (row.integer(5), row.integer(6) != 0)
    return try cipher.read(row.blob(7), at: namePlace(id)) { (cell) in
      guard let id = FileID(bytes: id), let peer = NodeID(bytes: cell.bytes()), let message = MessageID(cell.text())
      else { return nil }
      return StoredFile(
        id: id, key: MessageKey(peer: peer, direction: direction, id: message), state: state, size: size,
        isWhole: isWhole)
    }
  }
}
