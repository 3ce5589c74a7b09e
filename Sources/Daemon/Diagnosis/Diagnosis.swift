package import ControlAPI
import Store

/// `sophax doctor`: everything that the start of the daemon looks at, in its order and with its verdict, and what of the
/// machine matters, with the exact fix for what is wrong. A fault keeps no check from being made that does not need what
/// is faulty.
package struct Diagnosis {
  let configuration: NodeConfiguration
  /// What opens the store: nil when a person will be asked for it, or why there is nothing.
  let unlock: Result<StoreUnlock?, RPCError>

  package static func run(
    _ configuration: NodeConfiguration, unlock: Result<StoreUnlock?, RPCError>
  ) async -> [Finding] {
    await Diagnosis(configuration: configuration, unlock: unlock).run()
  }

  private func run() async -> [Finding] {
    let (store, isInUse) = storeFindings()
    let findings = store + [freeSpace(), openFiles(), controlSocket(isInUse: isInUse)]
    // A running daemon itself says how its tor is, and whether it knows a way into the directory.
    return isInUse ? findings : findings + [seeds(), await tor()]
  }

  /// What can be done with the data directory now.
  enum DataState {
    case free(Vault)
    case inUse(pid: Int32)
    case unusable(VaultError)
  }
}

extension Finding {
  /// A fault with the words of the daemon.
  init(_ check: String, _ error: RPCError) {
    self.init(check, .bad, error.message, fix: error.data.hint, reason: error.reason)
  }
}
