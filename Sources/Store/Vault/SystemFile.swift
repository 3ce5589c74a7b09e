import Glibc

/// An open file descriptor, closed when it goes.
struct SystemFile: ~Copyable {
  let descriptor: Int32
  let path: String

  /// A symbolic link is refused unless the operator may have made it: the vault's own files are files.
  init(_ path: String, _ flags: Int32, mode: UInt32 = 0o600, followingLinks: Bool = false) throws(FileError) {
    let operation = flags & O_CREAT == 0 ? "open" : "create"
    // Nor does opening a pipe that somebody put in their place wait for its other end.
    descriptor = open(path, flags | O_CLOEXEC | (followingLinks ? 0 : O_NOFOLLOW | O_NONBLOCK), mode)
    self.path = path
    guard descriptor >= 0 else { throw .last(operation, path) }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  var status: stat {
    get throws(FileError) {
      var found = stat()
      guard fstat(descriptor, &found) == 0 else { throw .last("inspect", path) }
      return found
    }
  }

  /// At most `limit` bytes.
  func read(limit: Int) throws(FileError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: limit)
    var filled = 0
    while filled < limit {
      let count = bytes.withUnsafeMutableBytes {
        Glibc.read(descriptor, $0.baseAddress.map { $0 + filled }, limit - filled)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .last("read", path) }
      if count == 0 { break }
      filled += count
    }
    return Array(bytes.prefix(filled))
  }

  func write(_ bytes: [UInt8]) throws(FileError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .last("write", path) }
      rest = rest.dropFirst(count)
    }
  }

  /// Waits until what was written is on the disk.
  func flush() throws(FileError) {
    guard fsync(descriptor) == 0 else { throw .last("flush", path) }
  }
}

/// Files that are replaced whole or not at all.
enum AtomicFile {
  /// Writes a neighbour, flushes it, renames it over `name`, and flushes the directory: after a crash at any moment
  /// the file has its old bytes or its new ones. The neighbour of an interrupted attempt is overwritten.
  static func write(_ bytes: [UInt8], to name: String, in directory: String) throws(FileError) {
    let target = directory + "/" + name
    let neighbour = target + ".new"
    do throws(FileError) {
      let file = try SystemFile(neighbour, O_WRONLY | O_CREAT | O_TRUNC)
      guard fchmod(file.descriptor, 0o600) == 0 else { throw .last("set the mode of", neighbour) }
      try file.write(bytes)
      try file.flush()
    } catch {
      unlink(neighbour)
      throw error
    }
    guard rename(neighbour, target) == 0 else { throw .last("rename to", target) }
    try flushDirectory(directory)
  }

  static func flushDirectory(_ directory: String) throws(FileError) {
    try SystemFile(directory, O_RDONLY | O_DIRECTORY, followingLinks: true).flush()
  }
}
