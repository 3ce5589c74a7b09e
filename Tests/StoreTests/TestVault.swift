import Crypto
import Store
import TestWorld

/// A vault in a directory of its own, under a passphrase that costs nothing to stretch.
struct TestVault {
  let directory: TemporaryDirectory
  let path: String
  let passphrase = TestVault.passphrase("correct horse")
  static let cost = Argon2id.Cost.minimal

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.file("node")
  }

  static func passphrase(_ text: String) -> UnlockKey { .passphrase(SecretBytes(copying: text.utf8)) }

  /// Makes the vault and opens its store.
  func created(_ settings: StoreSettings = StoreSettings()) throws -> NodeStore {
    let vault = try Vault.create(at: path)
    let master = MasterKey.random()
    try vault.keep(master, for: passphrase, cost: TestVault.cost)
    return try NodeStore(vault: vault, master: master, program: "test 1", settings: settings)
  }

  func opened(_ settings: StoreSettings = StoreSettings()) throws -> NodeStore {
    let vault = try Vault.open(at: path)
    return try NodeStore(
      vault: vault, master: try vault.masterKey(with: passphrase), program: "test 1", settings: settings)
  }
}
