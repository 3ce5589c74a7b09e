import ControlAPI
package import Crypto
import Glibc
import Store

/// What opens the store, as the operator gave it.
package enum StoreUnlock: Sendable {
  /// Typed by a person.
  case passphrase(SecretBytes)
  /// The first line of a file.
  case passphraseFile(String)
  /// A credential that systemd hands to the service.
  case credential(String)
  /// 32 random bytes in a file, for a node that starts unattended.
  case keyFile(String)

  /// Reads what has to be read; who else may read it is checked.
  func key() throws(RPCError) -> UnlockKey {
    do throws(KeyError) {
      switch self {
      case .passphrase(let secret): return .passphrase(secret)
      case .passphraseFile(let path): return try .passphrase(fromFile: path)
      case .credential(let path): return try .passphrase(fromFile: path, isCredential: true)
      case .keyFile(let path): return try .keyFile(at: path)
      }
    } catch {
      throw RPCError(error)
    }
  }

  /// Where it came from, for a store that it does not open.
  var source: String? {
    switch self {
    case .passphrase: nil
    case .passphraseFile(let path): "the passphrase was read from \(path) (passphrase-file)"
    case .credential(let path): "the passphrase was read from the credential \(path)"
    case .keyFile(let path): "the key was read from \(path) (key-file)"
    }
  }

  /// The key of a new store: a key file that is not there is made, and a passphrase that is guessed in no time is
  /// refused.
  func keyForNewStore() throws(RPCError) -> UnlockKey {
    let key = try keyThatIsMade()
    switch key {
    case .keyFile: return key
    case .passphrase(let secret):
      guard
        secret.withUnsafePointer({
          ControlAPI.Settings.isLongEnough(passphrase: UnsafeBufferPointer(start: $0, count: secret.count))
        })
      else {
        throw RPCError(
          .badInput, "the passphrase has fewer than \(ControlAPI.Settings.minimumPassphrase) characters",
          hint: "choose a longer one: several words")
      }
      return key
    }
  }

  private func keyThatIsMade() throws(RPCError) -> UnlockKey {
    switch self {
    case .keyFile(let path):
      do throws(KeyError) { return try .makeKeyFile(at: path) } catch {
        if case .file(let cause) = error, cause.code == EEXIST { return try key() }
        throw RPCError(error)
      }
    case .passphrase, .passphraseFile, .credential: return try key()
    }
  }
}

extension RPCError {
  init(_ error: KeyError, hint: String? = nil) {
    switch error {
    case .damaged, .newerVersion: self.init(.storeUnusable, "\(error)")
    case .wrongKey, .otherMethod, .emptyPassphrase, .passphraseTooLong, .exposed, .notAKeyFile, .tooCostly, .file:
      self.init(.wrongKey, "\(error)", hint: hint)
    }
  }

  init(_ error: VaultError) {
    switch error {
    case .lockedBy(let pid): self.init(.alreadyRunning, "\(error)", hint: pid > 0 ? "sophax stop ends it" : nil)
    case .missing: self.init(.notFound, "\(error)", hint: "sophax init")
    case .exists: self.init(.stateForbids, "\(error)")
    case .notEmpty, .unsafeFileSystem, .exposed: self.init(.badInput, "\(error)")
    case .foreign(let path, _): self.init(.badInput, "\(error)", hint: Self.asOwner(of: path))
    case .file(let cause) where cause.code == EACCES:
      self.init(.badInput, "\(error)", hint: Self.asOwner(of: cause.path))
    // No directory can be there, whatever is in the store.
    case .file(let cause) where [ENOTDIR, ENOENT, ELOOP, ENAMETOOLONG, EPERM].contains(cause.code):
      self.init(.badInput, "\(error)", hint: "choose another directory with --data-dir or data.dir")
    case .file: self.init(.storeUnusable, "\(error)")
    }
  }

  /// The service's files are its user's alone, whoever calls the program.
  private static func asOwner(of path: String) -> String? {
    var facts = stat()
    guard stat(path, &facts) == 0, facts.st_uid != geteuid(), let owner = getpwuid(facts.st_uid) else { return nil }
    return
      "run the command as the user that runs the node: sudo -u \(String(cString: owner.pointee.pw_name)) sophax …"
  }
}
