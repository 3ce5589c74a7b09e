package import Crypto
import Glibc

/// What the operator gives to unlock the store.
package enum UnlockKey: Sendable {
  /// Stretched with Argon2id.
  case passphrase(SecretBytes)
  /// 32 random bytes, for nodes that start unattended.
  case keyFile(SecretBytes)

  /// The longest passphrase that is read from a file: far beyond what adds strength, far below what costs memory.
  package static let passphraseLimit = 4096
  package static let keyFileCount = 32

  /// The passphrase in a file or a systemd credential, without one line end at its end.
  ///
  /// - Parameter isCredential: the service manager guards the file; its mode shows access-list bits.
  package static func passphrase(fromFile path: String, isCredential: Bool = false) throws(KeyError) -> UnlockKey {
    var bytes = try guarded(path, forbidden: isCredential ? 0 : 0o007, limit: passphraseLimit + 2)
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    guard !bytes.isEmpty else { throw .emptyPassphrase }
    guard bytes.count <= passphraseLimit else { throw .passphraseTooLong(limit: passphraseLimit) }
    return .passphrase(SecretBytes(consuming: &bytes))
  }

  /// The key in a key file, which nobody but its owner may read.
  package static func keyFile(at path: String) throws(KeyError) -> UnlockKey {
    var bytes = try guarded(path, forbidden: 0o077, limit: keyFileCount + 1)
    guard bytes.count == keyFileCount else { throw .notAKeyFile(path: path) }
    return .keyFile(SecretBytes(consuming: &bytes))
  }

  /// Makes a key file with a new random key; an existing file is never replaced.
  package static func makeKeyFile(at path: String) throws(KeyError) -> UnlockKey {
    let key = SecretBytes.random(keyFileCount)
    try KeyError.wrapping { () throws(FileError) in
      let file = try SystemFile(path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
      try key.withPlainCopy { (bytes) throws(FileError) in try file.write(bytes) }
      try file.flush()
    }
    return .keyFile(key)
  }

  /// The bytes of a file whose mode has none of the forbidden bits.
  private static func guarded(_ path: String, forbidden: UInt32, limit: Int) throws(KeyError) -> [UInt8] {
    let file = try KeyError.wrapping { () throws(FileError) in
      try SystemFile(path, O_RDONLY, followingLinks: true)
    }
    let mode = try KeyError.wrapping { () throws(FileError) in try file.status.st_mode }
    // A pipe may carry a key; a device gives anything, for ever.
    guard ![S_IFCHR, S_IFBLK].contains(mode & S_IFMT) else { throw .device(path: path) }
    let bytes = try KeyError.wrapping { () throws(FileError) in try file.read(limit: limit) }
    guard mode & forbidden == 0 else { throw .exposed(path: path, mode: mode & 0o777) }
    return bytes
  }
}
