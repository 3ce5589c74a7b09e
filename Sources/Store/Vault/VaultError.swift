/// Why the data directory cannot be used.
package enum VaultError: Error, Equatable {
  /// There is no vault: `sophax init` makes one.
  case missing(path: String)
  /// A store lies there and what opens it does not: the keyslot was lost.
  case keyslotMissing(path: String)
  /// `init` on a directory that has a vault.
  case exists(path: String)
  /// `init` on a directory with other things in it.
  case notEmpty(path: String)
  /// A running process holds it; 0 when its pid could not be read.
  case lockedBy(pid: Int32)
  /// Locks do not work on this file system.
  case unsafeFileSystem(kind: String, path: String)
  /// Others can reach into the directory.
  case exposed(path: String, mode: UInt32)
  /// The directory belongs to another user.
  case foreign(path: String, owner: UInt32)
  case file(FileError)
}

extension VaultError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .missing(let path): "there is no node in \(path)"
    case .keyslotMissing(let path):
      "the keyslot is missing: \(path) holds a store and not the file 'keyslot' that opens it"
    case .exists(let path): "\(path) already holds a node"
    case .notEmpty(let path): "\(path) holds other files: choose an empty or a new directory"
    case .lockedBy(let pid) where pid > 0: "the data directory is in use by process \(pid)"
    case .lockedBy: "the data directory is in use by another process"
    case .unsafeFileSystem(let kind, let path):
      "\(path) is on \(kind), where file locks do not protect a database: use a local file system"
    case .exposed(let path, let mode):
      "others can reach into \(path) (mode \(String(mode, radix: 8)))"
    case .foreign(let path, let owner): "\(path) belongs to user \(owner), not to the user that runs this"
    case .file(let error): error.description
    }
  }
}

extension VaultError {
  /// What `body` returns, or its failure as a vault's.
  static func wrapping<T: ~Copyable>(_ body: () throws(FileError) -> T) throws(VaultError) -> T {
    do throws(FileError) { return try body() } catch { throw .file(error) }
  }
}
