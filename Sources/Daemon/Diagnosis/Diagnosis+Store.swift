import Bytes
import ControlAPI
import Glibc
import Store

/// The data directory, what opens it, and the store.
extension Diagnosis {
  func dataDirectory() -> DataState {
    do throws(VaultError) {
      return .free(try Vault.open(at: configuration.dataDirectory))
    } catch {
      switch error {
      case .lockedBy(let pid): return .inUse(pid: pid)
      case .missing, .keyslotMissing, .exists, .notEmpty, .unsafeFileSystem, .exposed, .foreign, .file:
        return .unusable(error)
      }
    }
  }

  /// The vault is let go of at the end: a daemon may start while the rest is looked at.
  func storeFindings() -> (findings: [Finding], isInUse: Bool) {
    let check = "data directory"
    let key = unlockKey()
    switch dataDirectory() {
    case .free(let vault):
      let (slot, master) = keyslot(key.key)
      let good = Finding(check, .good, "\(vault.path) holds a node that nobody uses now")
      return ([good] + exposures() + [key.finding, slot, store(vault, master)], false)
    case .inUse(let pid):
      let good = Finding(check, .good, pid > 0 ? "in use by process \(pid)" : "in use")
      return ([good] + exposures() + [key.mildened.finding, keyslot(key.key).finding], true)
    case .unusable(let error): return (findings(without: error, key), false)
    }
  }

  /// Files of the node that their modes let others read. As long as nobody else may enter the directory that does no
  /// harm, and the daemon starts all the same: what counts is the next copy of it, or its next mode.
  private func exposures() -> [Finding] {
    Vault.exposed(in: configuration.dataDirectory).map { file in
      let most: UInt32 = file.isDirectory ? 0o700 : 0o600
      return Finding(
        "data directory", .warning,
        "the mode of \(file.path) is \(Self.octal(file.mode)): others may use it as well",
        fix: "chmod \(Self.octal(most)) \(ShellWord.quoted(file.path))")
    }
  }

  private static func octal(_ mode: UInt32) -> String {
    let digits = String(mode, radix: 8)
    return String(repeating: "0", count: max(0, 3 - digits.count)) + digits
  }

  /// What can be looked at though the directory cannot be used.
  private func findings(without error: VaultError, _ key: Key) -> [Finding] {
    let fault = Finding("data directory", RPCError(error))
    switch error {
    case .missing: return [fault, key.forNewStore.finding]
    case .keyslotMissing: return [fault] + exposures() + [key.finding]
    case .lockedBy, .exists, .notEmpty, .unsafeFileSystem, .exposed, .foreign, .file:
      let hasSlot = access(configuration.dataDirectory + "/" + Vault.keyslotName, F_OK) == 0
      return [fault] + exposures() + [key.finding] + (hasSlot ? [keyslot(key.key).finding] : [])
    }
  }

  // MARK: The key

  /// What opens the store, as far as it can be read.
  private struct Key {
    var key: UnlockKey?
    var unlock: StoreUnlock?
    var finding: Finding

    /// The same while a daemon runs, which got its key when it was started.
    var mildened: Key {
      guard unlock == nil, finding.verdict == .bad else { return self }
      var mild = self
      mild.finding.verdict = .warning
      mild.finding.text += "; the daemon that runs got one when it was started"
      mild.finding.reason = nil
      return mild
    }

    /// The same before there is a store: `init` makes a key file that is not there, and takes no weak passphrase.
    var forNewStore: Key {
      var other = self
      if let key {
        do throws(RPCError) { try StoreUnlock.requireStrong(key) } catch {
          other.finding = Finding(finding.check, error)
        }
      } else if case .keyFile(let path) = unlock, access(path, F_OK) != 0, errno == ENOENT {
        other.finding = Finding(finding.check, .good, "\(path) is not there yet: sophax init makes it")
      }
      return other
    }
  }

  private func unlockKey() -> Key {
    let unlock: StoreUnlock?
    do throws(RPCError) { unlock = try self.unlock.get() } catch {
      return Key(finding: Finding("key", error))
    }
    guard let unlock else {
      return Key(finding: Finding("key", .good, "a passphrase, asked for on the terminal at the start; not tried"))
    }
    do throws(RPCError) {
      let key = try unlock.key()
      return Key(
        key: key, unlock: unlock, finding: Finding(unlock.name, .good, "can be read, and not by everybody"))
    } catch {
      return Key(unlock: unlock, finding: Finding(unlock.name, error))
    }
  }

  /// The keyslot by itself, and with the key when there is one.
  private func keyslot(_ key: UnlockKey?) -> (finding: Finding, master: MasterKey?) {
    let check = "keyslot"
    do throws(KeyError) {
      let slot = try Vault.keyslot(in: configuration.dataDirectory)
      guard let key else { return (Finding(check, .good, "is whole; no key was tried on it"), nil) }
      return (Finding(check, .good, "the key opens it"), try slot.open(with: key))
    } catch {
      return (Finding(check, RPCError(error, from: try? unlock.get())), nil)
    }
  }

  // MARK: The store

  private func store(_ vault: Vault, _ master: MasterKey?) -> Finding {
    let check = "store"
    do throws(StoreError) {
      try vault.checkDatabase()
      guard let master else { return Finding(check, .good, "is a database; it was not opened without the key") }
      let store = try NodeStore(vault: vault, master: master, program: nil)
      guard store.isUpToDate else {
        guard try store.identity() != nil else { return Finding(check, DaemonMain.noIdentity(vault)) }
        return Finding(check, .good, "can be opened; the daemon brings it up to date from an older version")
      }
      guard try OpenedStore(store) != nil else { return Finding(check, DaemonMain.noIdentity(vault)) }
      return Finding(check, .good, "can be opened, and holds the identity")
    } catch {
      return Finding(check, RPCError(error))
    }
  }
}
