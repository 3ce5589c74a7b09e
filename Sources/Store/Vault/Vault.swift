import CLinux
import Glibc

/// The data directory, held by this process alone.
///
/// ```
/// <directory>   0700
///   LOCK        0600  held with flock(2) while open; the holder's pid as text
///   keyslot     0600  the wrapped master key
///   sophax.db   0600  the encrypted store (and sophax.db-wal beside it)
///   unfinished  0600  while `init` is under way: tells what it left from a store whose keyslot was lost
/// ```
package final class Vault: Sendable {
  package static let lockName = "LOCK"
  package static let keyslotName = "keyslot"
  package static let databaseName = "sophax.db"
  static let unfinishedName = "unfinished"

  package let path: String
  private let lock: Int32

  private init(path: String, lock: Int32) {
    self.path = path
    self.lock = lock
  }

  /// The lock goes with the descriptor, also when the process is killed: a stale file blocks nobody. It is given back
  /// by name first, since a child process between fork and exec has a copy of the descriptor for a moment.
  deinit {
    flock(lock, LOCK_UN)
    close(lock)
  }

  package var databasePath: String { path + "/" + Self.databaseName }
  package var keyslotPath: String { path + "/" + Self.keyslotName }

  /// Makes the directory, or takes over an empty one, and locks it. It is a vault once its keyslot is written: an
  /// interrupted `init` can be repeated. A store without a keyslot that no `init` left is never touched.
  ///
  /// - Parameter anyFileSystem: the operator's word that locks work here.
  package static func create(at path: String, anyFileSystem: Bool = false) throws(VaultError) -> Vault {
    if mkdir(path, 0o700) != 0, errno != EEXIST { throw .file(.last("create", path)) }
    let vault = try locked(path, anyFileSystem: anyFileSystem)
    let names = try vault.names()
    if names.contains(keyslotName) { throw .exists(path: path) }
    let isUnfinished = isUnfinished(path)
    if !isUnfinished, names.contains(databaseName) { throw .keyslotMissing(path: path) }
    // What an interrupted attempt leaves; without a keyslot nobody can ever open that database.
    let own = Set(
      [lockName, keyslotName + ".new", databaseName, databaseName + "-wal", databaseName + "-journal"]
        + (isUnfinished ? [unfinishedName] : []))
    guard names.isSubset(of: own) else { throw .notEmpty(path: path) }
    if !isUnfinished {
      try VaultError.wrapping { () throws(FileError) in
        _ = try SystemFile(path + "/" + unfinishedName, O_WRONLY | O_CREAT | O_EXCL)
        try AtomicFile.flushDirectory(path)
      }
    }
    for name in names.subtracting([lockName, unfinishedName]) {
      guard unlink(path + "/" + name) == 0 else { throw .file(.last("remove", path + "/" + name)) }
    }
    try VaultError.wrapping { () throws(FileError) in
      // SQLite gives its other files the mode of this one.
      _ = try SystemFile(vault.databasePath, O_WRONLY | O_CREAT | O_EXCL)
      try AtomicFile.flushDirectory(path)
    }
    return vault
  }

  /// Locks an existing vault.
  package static func open(at path: String, anyFileSystem: Bool = false) throws(VaultError) -> Vault {
    guard access(path + "/" + keyslotName, F_OK) == 0 else {
      guard errno == ENOENT || errno == ENOTDIR else { throw .file(.last("open", path)) }
      let isLost = access(path + "/" + databaseName, F_OK) == 0 && !isUnfinished(path)
      throw isLost ? .keyslotMissing(path: path) : .missing(path: path)
    }
    let vault = try locked(path, anyFileSystem: anyFileSystem)
    vault.noteFinished()
    return vault
  }

  /// Whether `init` is under way, or was interrupted: by the file that it makes, and nothing else of that name.
  private static func isUnfinished(_ path: String) -> Bool {
    var mark = stat()
    return lstat(path + "/" + unfinishedName, &mark) == 0 && mark.st_mode & S_IFMT == S_IFREG
  }

  /// There is a keyslot: whatever lacks one from here on has lost it.
  func noteFinished() { unlink(path + "/" + Self.unfinishedName) }

  private static func locked(_ path: String, anyFileSystem: Bool) throws(VaultError) -> Vault {
    let status = try VaultError.wrapping { () throws(FileError) in
      try SystemFile(path, O_RDONLY | O_DIRECTORY, followingLinks: true).status
    }
    guard status.st_uid == geteuid() else { throw .foreign(path: path, owner: status.st_uid) }
    guard status.st_mode & 0o077 == 0 else { throw .exposed(path: path, mode: status.st_mode & 0o777) }
    let kind = try VaultError.wrapping { () throws(FileError) in try FileSystem.unsafeKind(at: path) }
    if let kind, !anyFileSystem { throw .unsafeFileSystem(kind: kind, path: path) }
    return Vault(path: path, lock: try acquireLock(path + "/" + lockName))
  }

  /// Takes the lock, or says who has it.
  private static func acquireLock(_ path: String) throws(VaultError) -> Int32 {
    while true {
      let file = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
      guard file >= 0 else { throw .file(.last("open", path)) }
      guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
        let refusal = FileError.last("lock", path)
        defer { close(file) }
        throw refusal.code == EWOULDBLOCK ? .lockedBy(pid: holder(file)) : .file(refusal)
      }
      // Somebody may have removed the file between the two calls; a lock on a file without a name keeps nobody out.
      if isNamed(file, path) {
        noteHolder(file)
        return file
      }
      close(file)
    }
  }

  private static func isNamed(_ file: Int32, _ path: String) -> Bool {
    var held = stat()
    var named = stat()
    return fstat(file, &held) == 0 && stat(path, &named) == 0 && held.st_ino == named.st_ino
      && held.st_dev == named.st_dev
  }

  /// The pid is for people; on a full disk it may stay unwritten, and the lock holds all the same. It is written
  /// over the old one, in a fixed width, so that a full disk has room for it.
  private static func noteHolder(_ file: Int32) {
    let digits = String(getpid())
    let line = Array((String(repeating: " ", count: max(0, pidWidth - digits.utf8.count)) + digits + "\n").utf8)
    _ = pwrite(file, line, line.count, 0)
  }

  private static func holder(_ file: Int32) -> Int32 {
    var line = [UInt8](repeating: 0, count: pidWidth)
    let count = pread(file, &line, line.count, 0)
    return Int32(String(decoding: line.prefix(max(0, count)).drop { $0 == 0x20 }, as: UTF8.self)) ?? 0
  }

  /// The widest pid: 2^22 is the kernel's ceiling, seven digits.
  private static let pidWidth = 10

  private func names() throws(VaultError) -> Set<String> {
    guard let listing = opendir(path) else { throw .file(.last("list", path)) }
    defer { closedir(listing) }
    var names: Set<String> = []
    while let entry = readdir(listing) {
      names.insert(
        withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
    }
    return names.subtracting([".", ".."])
  }
}
