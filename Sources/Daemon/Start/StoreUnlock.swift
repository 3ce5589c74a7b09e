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

  /// The key of a new store: a key file that is not there is made.
  func keyForNewStore() throws(RPCError) -> UnlockKey {
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
  init(_ error: KeyError) {
    switch error {
    case .damaged, .newerVersion: self.init(.storeUnusable, "\(error)")
    case .wrongKey, .otherMethod, .emptyPassphrase, .passphraseTooLong, .exposed, .notAKeyFile, .tooCostly, .file:
      self.init(.wrongKey, "\(error)")
    }
  }

  init(_ error: VaultError) {
    switch error {
    case .lockedBy(let pid): self.init(.alreadyRunning, "\(error)", hint: pid > 0 ? "sophax stop ends it" : nil)
    case .missing: self.init(.notFound, "\(error)", hint: "sophax init")
    case .exists: self.init(.stateForbids, "\(error)")
    case .notEmpty, .unsafeFileSystem, .exposed, .foreign: self.init(.badInput, "\(error)")
    case .file: self.init(.storeUnusable, "\(error)")
    }
  }
}
