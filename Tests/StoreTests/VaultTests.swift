import Glibc
import SQLite
import Store
import TestWorld
import Testing

@Suite struct VaultTests {
  let directory: TemporaryDirectory
  let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.file("node")
  }

  func mode(_ path: String) throws -> UInt32 {
    var status = stat()
    try #require(stat(path, &status) == 0)
    return status.st_mode & 0o777
  }

  func initialised() throws -> Vault {
    let vault = try Vault.create(at: path)
    try vault.keep(.random(), for: TestVault.passphrase("x"), cost: TestVault.cost)
    return vault
  }

  @Test func onlyTheOwnerCanReachIn() throws {
    let old = umask(0)
    defer { umask(old) }
    let test = try TestVault()
    let store = try test.created()
    try store.setSetting("a", [1])
    try store.commitTurn()
    #expect(try mode(test.path) == 0o700)
    for name in ["LOCK", "keyslot", "sophax.db", "sophax.db-wal"] {
      #expect(try mode(test.path + "/" + name) == 0o600, "\(name)")
    }
  }

  @Test func missingVaultSaysSo() {
    #expect(throws: VaultError.missing(path: path)) { try Vault.open(at: path) }
  }

  @Test func initOnAVaultIsRefused() throws {
    do { _ = try initialised() }
    #expect(throws: VaultError.exists(path: path)) { try Vault.create(at: path) }
  }

  @Test func initAmongOtherFilesIsRefused() throws {
    mkdir(path, 0o700)
    try Files.write([1], to: path + "/letter")
    #expect(throws: VaultError.notEmpty(path: path)) { try Vault.create(at: path) }
    #expect(try Files.read(path + "/letter") == [1])
  }

  @Test func interruptedInitCanBeRepeated() throws {
    do { _ = try Vault.create(at: path) }
    try Files.write([1, 2], to: path + "/keyslot.new")
    #expect(throws: VaultError.missing(path: path)) { try Vault.open(at: path) }
    do { _ = try initialised() }
    _ = try Vault.open(at: path)
  }

  /// A store whose keyslot was deleted is no leaving of an `init`.
  @Test func lostKeyslotIsNamedAndNothingIsTouched() throws {
    do { _ = try initialised() }
    try Files.write([1, 2, 3], to: path + "/sophax.db")
    unlink(path + "/keyslot")
    #expect(throws: VaultError.keyslotMissing(path: path)) { try Vault.open(at: path) }
    #expect(throws: VaultError.keyslotMissing(path: path)) { try Vault.create(at: path) }
    #expect(try Files.read(path + "/sophax.db") == [1, 2, 3])
  }

  /// The mark of an `init` that was killed between its last two steps does not outlive the next opening.
  @Test func staleMarkOfAnInitEndsWithTheNextOpening() throws {
    do { _ = try initialised() }
    try Files.write([], to: path + "/unfinished")
    do { _ = try Vault.open(at: path) }
    unlink(path + "/keyslot")
    #expect(throws: VaultError.keyslotMissing(path: path)) { try Vault.open(at: path) }
  }

  /// Only the file that `init` makes is its mark.
  @Test(arguments: ["link", "folder"]) func whatOnlyBearsTheNameOfTheMarkIsNone(_ kind: String) throws {
    do { _ = try initialised() }
    unlink(path + "/keyslot")
    let mark = path + "/unfinished"
    #expect((kind == "link" ? symlink("/nonexistent", mark) : mkdir(mark, 0o700)) == 0)
    #expect(throws: VaultError.keyslotMissing(path: path)) { try Vault.open(at: path) }
    #expect(throws: VaultError.keyslotMissing(path: path)) { try Vault.create(at: path) }
    #expect(access(path + "/sophax.db", F_OK) == 0)
  }

  @Test(arguments: [UInt32(0o755), 0o750, 0o701, 0o720]) func directoryOpenToOthersIsRefused(_ mode: UInt32) throws
  {
    do { _ = try initialised() }
    chmod(path, mode)
    #expect(throws: VaultError.exposed(path: path, mode: mode)) { try Vault.open(at: path) }
  }

  /// A service with a private state directory reaches it through a link.
  @Test func directoryBehindALinkIsUsed() throws {
    do { _ = try initialised() }
    symlink(path, path + "-link")
    let vault = try Vault.open(at: path + "-link")
    try vault.keep(.random(), for: TestVault.passphrase("y"), cost: TestVault.cost)
    #expect(throws: VaultError.lockedBy(pid: getpid())) { try Vault.open(at: path) }
    withExtendedLifetime(vault) {}
  }

  @Test func secondOpenerLearnsThePid() throws {
    let first = try initialised()
    #expect(throws: VaultError.lockedBy(pid: getpid())) { try Vault.open(at: path) }
    #expect(throws: VaultError.lockedBy(pid: getpid())) { try Vault.create(at: path) }
    withExtendedLifetime(first) {}
  }

  @Test func secondProcessLearnsThePid() async throws {
    let first = try initialised()
    await #expect(processExitsWith: .exitCode(11)) { [path = path as String, holder = getpid() as Int32] in
      do throws(VaultError) {
        _ = try Vault.open(at: path)
      } catch {
        exit(error == .lockedBy(pid: holder) && holder != getpid() ? 11 : 1)
      }
    }
    withExtendedLifetime(first) {}
  }

  @Test func staleLockBlocksNobody() async throws {
    do { _ = try initialised() }
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      let vault = try Vault.open(at: path)
      withExtendedLifetime(vault) { _ = kill(getpid(), SIGKILL) }
    }
    _ = try Vault.open(at: path)
  }

  /// Somebody's clean-up job removed the lock file: the database's own lock still keeps a second process out.
  @Test func removedLockFileDoesNotLetASecondProcessWrite() async throws {
    let test = try TestVault()
    let store = try test.created()
    unlink(test.path + "/LOCK")
    await #expect(processExitsWith: .exitCode(12)) { [path = test.path as String] in
      let vault = try Vault.open(at: path)
      let master = try vault.masterKey(with: TestVault.passphrase("correct horse"))
      var settings = StoreSettings()
      settings.database.busyTimeout = .zero
      do throws(StoreError) {
        _ = try NodeStore(vault: vault, master: master, program: "second", settings: settings)
      } catch {
        guard case .database(let error) = error else { exit(1) }
        exit(error.kind == .locked ? 12 : 1)
      }
    }
    try store.setSetting("a", [1])
    try store.commitTurn()
  }

  @Test func readOnlyDirectoryIsAnErrorThatNamesIt() async throws {
    do { _ = try initialised() }
    // As root a mode stops nobody, so the child becomes somebody else first.
    await #expect(processExitsWith: .exitCode(13)) { [path = path as String] in
      if geteuid() == 0 {
        chmod(path + "/..", 0o711)
        guard chown(path, 65534, 65534) == 0, seteuid(65534) == 0 else { exit(1) }
      }
      chmod(path, 0o500)
      unlink(path + "/LOCK")
      do throws(VaultError) {
        _ = try Vault.open(at: path)
      } catch {
        guard case .file(let error) = error else { exit(2) }
        exit(error.code == EACCES && error.path.hasPrefix(path) ? 13 : 3)
      }
    }
  }

  @Test func directoryOfAnotherUserIsRefused() async throws {
    do { _ = try initialised() }
    guard geteuid() == 0 else { return }
    await #expect(processExitsWith: .exitCode(14)) { [path = path as String] in
      chown(path, 65534, 65534)
      do throws(VaultError) {
        _ = try Vault.open(at: path)
      } catch {
        exit(error == .foreign(path: path, owner: 65534) ? 14 : 1)
      }
    }
  }

  @Test func reserveIsTheSmallerOfShareAndBytes() {
    let mebibyte: Int64 = 1 << 20
    func roomy(free: Int64, total: Int64) -> Bool {
      FileSystem.Space(free: free, total: total).exceeds(share: 0.05, orBytes: 64 * mebibyte)
    }
    #expect(roomy(free: 65 * mebibyte, total: 100_000 * mebibyte))
    #expect(!roomy(free: 64 * mebibyte, total: 100_000 * mebibyte))
    #expect(roomy(free: mebibyte, total: 8 * mebibyte))
    #expect(!roomy(free: mebibyte / 3, total: 8 * mebibyte))
    #expect(!roomy(free: 0, total: 0))
  }

  @Test func spaceOfAMissingPlaceIsAnError() {
    #expect(throws: FileError.self) { try FileSystem.space(at: path) }
    #expect(throws: FileError.self) { try FileSystem.unsafeKind(at: path) }
  }
}
