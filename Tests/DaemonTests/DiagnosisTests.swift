import ControlAPI
import Crypto
import Glibc
import Store
import TestWorld
import Testing
import World

@testable import Daemon

/// `doctor` against the start of the daemon itself: they see the same faults.
@Suite struct DiagnosisTests {
  private let directory: TemporaryDirectory
  private var configuration: NodeConfiguration
  private var data: String { configuration.dataDirectory }

  init() throws {
    directory = try TemporaryDirectory()
    configuration = NodeConfiguration(
      dataDirectory: directory.file("data"), controlSocket: directory.file("control"))
    configuration.tor = NodeConfiguration.Tor(mode: .system, control: .tcp(host: "127.0.0.1", port: 1))
  }

  private var keyFile: StoreUnlock { .keyFile(directory.file("key")) }

  private func makeNode() throws {
    _ = try NodeInitialiser.initialise(configuration, unlock: keyFile, username: "aino")
  }

  private func findings(_ unlock: StoreUnlock?) async -> [Finding] {
    await Diagnosis.run(configuration, unlock: .success(unlock))
  }

  private func verdict(_ findings: [Finding]) -> ControlErrorReason? {
    findings.first { $0.verdict == .bad }?.reason
  }

  /// What keeps the daemon from starting, each with the exit code that its start ends with.
  enum Fault: String, CaseIterable {
    case noNode, lostKeyslot, cutKeyslot, foreignKeyslot, keyslotOfAnother, noDatabase, garbledDatabase,
      emptyDatabase, emptiedDatabase, pipeForKeyslot, pipeForDatabase
    case databaseOfAnother, openDirectory, wrongKey, shortKey, exposedKey, noKey, passphraseForKey, keyForPassphrase
    case wrongPassphrase, emptyPassphrase, noTemplate, badTemplate, fileForSocket, noPassword
  }

  private func unlock(for fault: Fault) -> StoreUnlock {
    switch fault {
    case .passphraseForKey, .wrongPassphrase, .emptyPassphrase: .passphraseFile(directory.file("pass"))
    default: keyFile
    }
  }

  private mutating func inflict(_ fault: Fault) throws {
    let (slot, database, key) = (data + "/keyslot", data + "/sophax.db", directory.file("key"))
    let pass = directory.file("pass")
    try Files.write(Array("correct horse\n".utf8), to: pass)
    switch fault {
    case .noNode: return
    case .keyForPassphrase, .wrongPassphrase, .emptyPassphrase:
      _ = try NodeInitialiser.initialise(configuration, unlock: .passphraseFile(pass), username: "aino")
    default: try makeNode()
    }
    switch fault {
    case .noNode: break
    case .lostKeyslot: unlink(slot)
    case .cutKeyslot: try Files.write(Array(try Files.read(slot).dropLast(5)), to: slot)
    case .foreignKeyslot: try Files.write(Array("garbage".utf8), to: slot)
    case .keyslotOfAnother, .databaseOfAnother:
      var other = configuration
      other.dataDirectory = directory.file("other")
      _ = try NodeInitialiser.initialise(other, unlock: keyFile, username: "bo")
      let name = fault == .keyslotOfAnother ? "/keyslot" : "/sophax.db"
      try Files.write(try Files.read(other.dataDirectory + name), to: data + name)
    case .noDatabase: unlink(database)
    case .garbledDatabase: try Files.write([UInt8](repeating: 0x41, count: 4096), to: database)
    case .emptyDatabase: try Files.write([], to: database)
    case .emptiedDatabase:
      // A daemon that stopped in order leaves its log empty.
      try Files.write([], to: data + "/sophax.db-wal")
      try Files.write([], to: database)
    case .pipeForKeyslot, .pipeForDatabase:
      let path = fault == .pipeForKeyslot ? slot : database
      unlink(path)
      mkfifo(path, 0o600)
    case .openDirectory: chmod(data, 0o755)
    case .wrongKey: try Files.write([UInt8](repeating: 7, count: 32), to: key)
    case .shortKey: try Files.write([1, 2, 3], to: key)
    case .exposedKey: chmod(key, 0o644)
    case .noKey: unlink(key)
    case .passphraseForKey: break
    case .keyForPassphrase: try Files.write([UInt8](repeating: 7, count: 32), to: key)
    case .wrongPassphrase: try Files.write(Array("wrong horse\n".utf8), to: pass)
    case .emptyPassphrase: try Files.write(Array("\n".utf8), to: pass)
    case .noTemplate:
      configuration.tor.mode = .own
      configuration.tor.template = directory.file("none")
    case .badTemplate:
      configuration.tor.mode = .own
      configuration.tor.template = pass
    case .fileForSocket: try Files.write([1], to: configuration.controlSocket)
    case .noPassword: configuration.tor.passwordFile = directory.file("none")
    }
  }

  @Test(arguments: Fault.allCases) func doctorSeesWhatTheStartSees(_ fault: Fault) async throws {
    var rig = self
    try rig.inflict(fault)
    let found = await rig.findings(unlock(for: fault))
    var start: RPCError?
    do throws(RPCError) {
      try await DaemonMain.run(rig.configuration, unlock: unlock(for: fault), log: .silent)
    } catch {
      start = error
    }
    #expect(start != nil && verdict(found) == start?.reason, "\(fault): \(found) \(start?.message ?? "")")
    for finding in found where finding.verdict == .bad {
      #expect(finding.fix?.isEmpty == false, "\(fault): \(finding.check): \(finding.text)")
      #expect(!finding.text.contains("run '"), "the fix stands by itself: \(finding.text)")
    }
    // What does not need what is faulty is looked at all the same.
    for check in ["disk space", "open files", "control socket", "seeds", "tor"] {
      #expect(found.contains { $0.check == check }, "\(fault): \(check)")
    }
    #expect(found.contains { ["key file", "passphrase file"].contains($0.check) }, "\(fault)")
  }

  @Test func wholeNodeIsFoundWhole() async throws {
    try makeNode()
    let found = await findings(keyFile)
    #expect(found.filter { $0.verdict == .bad }.map(\.check) == ["tor"], "\(found)")
    #expect(found.contains { $0.check == "keyslot" && $0.text == "the key opens it" })
    let unasked = await findings(nil)
    #expect(unasked.contains { $0.check == "keyslot" && $0.verdict == .good })
  }

  /// The node is left as it is, so that `init` still finds an empty place.
  @Test func nothingIsLeftWhereThereIsNoNode() async throws {
    let found = await findings(keyFile)
    #expect(verdict(found) == .notFound)
    #expect(access(data, F_OK) != 0 && access(directory.file("key"), F_OK) != 0)
    try makeNode()
  }

  @Test func weakPassphraseIsToldBeforeInit() async throws {
    try Files.write(Array("short\n".utf8), to: directory.file("pass"))
    let found = await findings(.passphraseFile(directory.file("pass")))
    #expect(found.contains { $0.check == "passphrase file" && $0.reason == .badInput }, "\(found)")
  }

  @Test func lostKeyslotIsNoPlaceForANewNode() throws {
    try makeNode()
    let before = try Files.read(data + "/sophax.db")
    unlink(data + "/keyslot")
    let error = #expect(throws: RPCError.self) { try makeNode() }
    #expect(error?.exitCode == .storeUnusable && error?.message.hasPrefix("the keyslot is missing") == true)
    #expect(try Files.read(data + "/sophax.db") == before)
  }

  @Test func folderThatIsThereIsNotToBeMade() async throws {
    var rig = self
    try Files.write([1], to: directory.file("file"))
    rig.configuration.controlSocket = directory.file("file/control")
    let socket = await rig.findings(keyFile).first { $0.check == "control socket" }
    #expect(
      socket?.verdict == .bad && socket?.text.contains("is no directory") == true, "\(String(describing: socket))")
    #expect(socket?.fix?.contains("mkdir") == false)
  }

  /// Each with the one command that mends it, whether the directory itself is closed or not.
  @Test(arguments: [0o700, 0o755] as [mode_t]) func openFilesOfTheNodeAreTold(_ mode: mode_t) async throws {
    try makeNode()
    #expect(await findings(keyFile).allSatisfy { $0.fix?.hasPrefix("chmod") != true })
    chmod(data, mode)
    chmod(data + "/keyslot", 0o644)
    chmod(data + "/sophax.db", 0o620)
    let fixes = await findings(keyFile).filter { $0.check == "data directory" }.compactMap(\.fix)
    #expect(
      fixes == (mode == 0o755 ? ["chmod 700 \(data)"] : [])
        + ["chmod 600 \(data)/keyslot", "chmod 600 \(data)/sophax.db"])
  }

  @Test func programThatIsNoTorIsNamed() async throws {
    var rig = self
    rig.configuration.tor = NodeConfiguration.Tor(mode: .own, binary: "/bin/true")
    let tor = await rig.findings(keyFile).first { $0.check == "tor" }
    #expect(
      tor?.text.contains("/bin/true is not a tor") == true && tor?.fix?.contains("tor.binary") == true,
      "\(String(describing: tor))")
  }

  /// `auto` tells which tor it tried first and why it goes on without it.
  @Test func torThatWasPassedOverIsTold() async throws {
    var rig = self
    rig.configuration.tor = NodeConfiguration.Tor(
      mode: .auto, control: .unix(directory.file("nowhere")), binary: "/bin/false")
    let tor = await rig.findings(keyFile).first { $0.check == "tor" }
    #expect(
      tor?.text.contains("was tried first and passed over: tor is not running at") == true,
      "\(String(describing: tor))")
  }
}
