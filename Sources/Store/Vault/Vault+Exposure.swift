import Glibc

/// What of a data directory its modes open to other users.
extension Vault {
  /// A file or folder of the vault that others may read or write.
  package struct Exposed: Sendable, Hashable {
    package let path: String
    /// Its permissions, 0 to 0o777.
    package let mode: UInt32
    package let isDirectory: Bool
  }

  /// What holds keys or texts, sealed as they are. The lock and the mark of `init` hold neither.
  private static let guarded = [
    keyslotName, databaseName, databaseName + "-wal", databaseName + "-journal", FileShelf.directoryName,
  ]

  /// The files of the vault at `path` that others may use, by their own modes; whether others get to them is the
  /// directory's affair. None of a directory that cannot be looked into.
  package static func exposed(in path: String) -> [Exposed] {
    guarded.compactMap { name in
      var status = stat()
      guard lstat("\(path)/\(name)", &status) == 0 else { return nil }
      let isDirectory = status.st_mode & S_IFMT == S_IFDIR
      guard isDirectory || status.st_mode & S_IFMT == S_IFREG, status.st_mode & 0o077 != 0 else { return nil }
      return Exposed(path: "\(path)/\(name)", mode: status.st_mode & 0o777, isDirectory: isDirectory)
    }
  }
}
