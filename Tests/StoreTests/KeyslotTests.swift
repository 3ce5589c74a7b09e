import Crypto
import Glibc
import TestWorld
import Testing

@testable import Store

@Suite struct KeyslotTests {
  let test: TestVault
  let vault: Vault
  let master = MasterKey.random()

  init() throws {
    test = try TestVault()
    vault = try Vault.create(at: test.path)
    try vault.keep(master, for: test.passphrase, cost: TestVault.cost)
  }

  @Test func opensWithWhatWrappedIt() throws {
    #expect(try vault.masterKey(with: test.passphrase) == master)
    #expect(try vault.keyslot().method == .passphrase)
    #expect(try vault.keyslot().cost == TestVault.cost)
  }

  @Test func masterKeyIsNowhereInClear() throws {
    let key = UnlockKey.keyFile(SecretBytes(copying: [UInt8](repeating: 7, count: 32)))
    try vault.keep(master, for: key)
    let first = try Files.read(vault.keyslotPath)
    try vault.keep(master, for: key)
    // Salt and nonce are new each time.
    #expect(try Files.read(vault.keyslotPath) != first)
    #expect(try vault.masterKey(with: key) == master)
  }

  @Test func wrongPassphraseIsToldApartFromDamage() throws {
    #expect(throws: KeyError.wrongKey(.passphrase)) {
      try vault.masterKey(with: TestVault.passphrase("wrong horse"))
    }
    #expect(throws: KeyError.emptyPassphrase) { try vault.masterKey(with: TestVault.passphrase("")) }
    let other = UnlockKey.keyFile(.random(32))
    #expect(throws: KeyError.otherMethod(.passphrase)) { try vault.masterKey(with: other) }
  }

  @Test func truncatedAtEachByteIsDamage() throws {
    let bytes = try Files.read(vault.keyslotPath)
    for length in bytes.indices {
      try Files.write(Array(bytes.prefix(length)), to: vault.keyslotPath)
      #expect(throws: KeyError.damaged, "\(length) bytes") { try vault.masterKey(with: test.passphrase) }
    }
    try Files.write(bytes + [0], to: vault.keyslotPath)
    #expect(throws: KeyError.damaged) { try vault.masterKey(with: test.passphrase) }
    try Files.write(bytes, to: vault.keyslotPath)
    #expect(try vault.masterKey(with: test.passphrase) == master)
  }

  @Test func changedAtEachByteIsDamage() throws {
    let bytes = try Files.read(vault.keyslotPath)
    for index in bytes.indices {
      var changed = bytes
      changed[index] ^= 0x01
      #expect(throws: KeyError.damaged, "byte \(index)") { try Keyslot(bytes: changed) }
    }
  }

  /// A header changed by somebody who also made the digest right: what is authenticated does not open.
  @Test(arguments: 4..<30) func changedHeaderWithARightDigestNeverOpens(_ index: Int) throws {
    var body = Array(try Files.read(vault.keyslotPath).dropLast(32))
    body[index] ^= 0x01
    let forged = body + SHA256.hash(body)
    #expect(throws: KeyError.self) { try Keyslot(bytes: forged).open(with: test.passphrase) }
  }

  @Test func newerVersionIsNamed() throws {
    var body = Array(try Files.read(vault.keyslotPath).dropLast(32))
    body[4] = 9
    #expect(throws: KeyError.newerVersion(9)) { try Keyslot(bytes: body + SHA256.hash(body)) }
  }

  @Test func costBeyondTheCeilingIsRefusedAtOnce() throws {
    var body = Array(try Files.read(vault.keyslotPath).dropLast(32))
    body.replaceSubrange(6..<14, with: [UInt8](repeating: 0xff, count: 8))
    let slot = try Keyslot(bytes: body + SHA256.hash(body))
    let error = #expect(throws: KeyError.self) { try slot.open(with: test.passphrase) }
    #expect(error == .tooCostly(slot.cost))
  }

  @Test func changedPassphraseKeepsTheMasterKey() throws {
    let next = TestVault.passphrase("battery staple")
    try vault.keep(try vault.masterKey(with: test.passphrase), for: next, cost: TestVault.cost)
    #expect(try vault.masterKey(with: next) == master)
    #expect(throws: KeyError.wrongKey(.passphrase)) { try vault.masterKey(with: test.passphrase) }
  }

  /// A crash before the rename leaves the old slot, whatever is in the neighbour.
  @Test func halfWrittenNeighbourIsHarmless() throws {
    try Files.write([1, 2, 3], to: vault.keyslotPath + ".new", mode: 0o644)
    #expect(try vault.masterKey(with: test.passphrase) == master)
    try vault.keep(master, for: test.passphrase, cost: TestVault.cost)
    #expect(try vault.masterKey(with: test.passphrase) == master)
    var status = stat()
    #expect(stat(vault.keyslotPath, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
    #expect(access(vault.keyslotPath + ".new", F_OK) != 0)
  }

  @Test func missingKeyslotIsAFileError() throws {
    unlink(vault.keyslotPath)
    let error = #expect(throws: KeyError.self) { try vault.keyslot() }
    #expect(error == .unreadable(FileError(operation: "open", path: vault.keyslotPath, code: ENOENT)))
  }

  /// No room for the new slot: the old one stays. A limit on file sizes stands in for the full disk.
  @Test func fullDiskKeepsTheOldSlot() async throws {
    let before = try Files.read(vault.keyslotPath)
    await #expect(processExitsWith: .exitCode(15)) {
      [path = vault.keyslotPath as String, test = test.path as String] in
      // The child has its own, unlocked, view of the directory: it only writes the slot.
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 50, rlim_max: 50)
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      do throws(FileError) {
        try AtomicFile.write([UInt8](repeating: 1, count: 126), to: "keyslot", in: test)
      } catch {
        exit(error.code == EFBIG && access(path + ".new", F_OK) != 0 ? 15 : 1)
      }
    }
    #expect(try Files.read(vault.keyslotPath) == before)
  }
}
