import Bytes
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

  /// What it is called.
  var name: String {
    switch self {
    case .passphrase: "passphrase"
    case .passphraseFile: "passphrase file"
    case .credential: "credential"
    case .keyFile: "key file"
    }
  }

  /// The key of a new store: a key file that is not there is made, and a passphrase that is guessed in no time is
  /// refused.
  func keyForNewStore() throws(RPCError) -> UnlockKey {
    let key = try keyThatIsMade()
    try Self.requireStrong(key)
    return key
  }

  /// Throws for a passphrase that no new store is made with.
  static func requireStrong(_ key: UnlockKey) throws(RPCError) {
    switch key {
    case .keyFile: return
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
  /// - Parameter unlock: what was tried, when the store was.
  init(_ error: KeyError, from unlock: StoreUnlock? = nil) {
    switch error {
    case .damaged, .newerVersion, .unreadable: self.init(.storeUnusable, "\(error)", hint: Self.fix(for: error))
    case .wrongKey, .otherMethod, .emptyPassphrase, .passphraseTooLong, .exposed, .device, .notAKeyFile, .tooCostly,
      .file:
      let words = [unlock?.source, Self.fix(for: error)].compactMap(\.self).joined(separator: "; ")
      self.init(.wrongKey, "\(error)", hint: words.isEmpty ? nil : words)
    }
  }

  private static func fix(for error: KeyError) -> String? {
    switch error {
    case .damaged: "restore it from a copy"
    case .unreadable(let cause) where cause.code == EISDIR: "restore it from a copy"
    case .unreadable(let cause):
      asOwner(of: cause.path) ?? "let this user read it, or restore it from a copy"
    case .newerVersion: "install that version or a newer one"
    case .wrongKey: nil
    case .otherMethod(.passphrase): "give --passphrase-file FILE, or set passphrase-file in sophax.conf"
    case .otherMethod(.keyFile): "give --key-file FILE, or set key-file in sophax.conf"
    case .emptyPassphrase: "write the passphrase in the first line of the file"
    case .passphraseTooLong: "name the file that holds the passphrase"
    case .exposed(let path, _): "chmod 600 \(ShellWord.quoted(path))"
    case .device: "name a file"
    case .notAKeyFile: "name the key file that sophax init made"
    case .tooCostly: "free memory, then try again"
    case .file(let cause) where [ENOENT, EISDIR, ENOTDIR].contains(cause.code): "correct the path"
    case .file(let cause): asOwner(of: cause.path) ?? "let this user read it"
    }
  }

  init(_ error: VaultError) {
    let text = "\(error)"
    switch error {
    case .lockedBy(let pid): self.init(.alreadyRunning, text, hint: pid > 0 ? "sophax stop ends it" : nil)
    case .missing: self.init(.notFound, text, hint: "make one with: sophax init")
    case .keyslotMissing:
      self.init(.storeUnusable, text, hint: "restore it from a copy; without it nobody can open the store")
    case .exists: self.init(.stateForbids, text)
    case .notEmpty, .unsafeFileSystem: self.init(.badInput, text, hint: Self.otherDirectory)
    case .exposed(let path, _): self.init(.badInput, text, hint: "chmod 700 \(ShellWord.quoted(path))")
    case .foreign(let path, _): self.init(.badInput, text, hint: Self.asOwner(of: path))
    case .file(let cause) where cause.code == EACCES:
      self.init(.badInput, text, hint: Self.asOwner(of: cause.path) ?? Self.otherDirectory)
    // No directory can be there, whatever is in the store.
    case .file(let cause) where [ENOTDIR, ENOENT, ELOOP, ENAMETOOLONG, EPERM].contains(cause.code):
      self.init(.badInput, text, hint: Self.otherDirectory)
    case .file(let cause) where cause.code == EROFS:
      self.init(.storeUnusable, text, hint: "mount its file system so that it can be written; nothing was changed")
    case .file(let cause) where [ENOSPC, EDQUOT].contains(cause.code):
      self.init(.storeUnusable, text, hint: "free disk space")
    case .file: self.init(.storeUnusable, text, hint: "the disk may be failing: the system's log tells")
    }
  }

  private static let otherDirectory = "choose another directory with --data-dir or data.dir"

  /// The service's files are its user's alone, whoever calls the program.
  private static func asOwner(of path: String) -> String? {
    var facts = stat()
    guard stat(path, &facts) == 0, facts.st_uid != geteuid(), let owner = getpwuid(facts.st_uid) else { return nil }
    return
      "run the command as the user that runs the node: sudo -u \(String(cString: owner.pointee.pw_name)) sophax …"
  }
}
