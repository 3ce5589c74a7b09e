package import FileTransfer
import Glibc

/// The sealed chunks of files that are too large for the database, one file each, by random names: `files/<name>` holds the
/// chunks one behind the other as they travel, and behind the last one of a file that is sent the leaves of its hash tree.
/// The keys are in the database.
package final class FileShelf: Sendable {
  package static let directoryName = "files"

  private let path: String

  package init(vault: Vault) throws(FileError) {
    path = vault.path + "/" + FileShelf.directoryName
    if mkdir(path, 0o700) != 0, errno != EEXIST { throw .last("create", path) }
  }

  private func path(of id: FileID) -> String { path + "/" + id.hex }

  /// Bytes that are there of a file; 0 when there is none.
  package func size(of id: FileID) throws(FileError) -> Int64 {
    var status = stat()
    guard lstat(path(of: id), &status) == 0 else {
      if errno == ENOENT { return 0 }
      throw .last("inspect", path(of: id))
    }
    return Int64(status.st_size)
  }

  /// Writes at a place, and makes the file if there is none. What is written is on the disk only after `flush`.
  package func write(_ bytes: [UInt8], at offset: Int64, of id: FileID) throws(FileError) {
    let file = try SystemFile(path(of: id), O_WRONLY | O_CREAT)
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes {
        pwrite(file.descriptor, $0.baseAddress.map { $0 + done }, bytes.count - done, off_t(offset) + off_t(done))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .last("write", file.path) }
      done += count
    }
  }

  /// Exactly `count` bytes, or nil when the file ends before.
  package func read(_ count: Int, at offset: Int64, of id: FileID) throws(FileError) -> [UInt8]? {
    guard access(path(of: id), F_OK) == 0 else { return nil }
    let file = try SystemFile(path(of: id), O_RDONLY)
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let got = bytes.withUnsafeMutableBytes {
        pread(file.descriptor, $0.baseAddress.map { $0 + done }, count - done, off_t(offset) + off_t(done))
      }
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else { throw .last("read", file.path) }
      guard got > 0 else { return nil }
      done += got
    }
    return bytes
  }

  /// Drops what is behind the first `size` bytes.
  package func cut(_ id: FileID, to size: Int64) throws(FileError) {
    guard truncate(path(of: id), off_t(size)) == 0 || errno == ENOENT else { throw .last("cut", path(of: id)) }
  }

  /// Waits until a file is on the disk, whatever happens to the machine. Slow: not for the loop.
  package func flush(_ id: FileID) throws(FileError) {
    do { try SystemFile(path(of: id), O_RDWR).flush() }
    try AtomicFile.flushDirectory(path)
  }

  package func remove(_ id: FileID) {
    unlink(path(of: id))
  }

  /// The names of all files that are there.
  package func all() throws(FileError) -> [FileID] {
    guard let listing = opendir(path) else { throw .last("list", path) }
    defer { closedir(listing) }
    var found: [FileID] = []
    while let entry = readdir(listing) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if let id = FileID(hex: name) { found.append(id) }
    }
    return found
  }
}
