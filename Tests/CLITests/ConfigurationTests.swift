import ControlAPI
import Glibc
import TestWorld
import Testing
import Wire
import World

@testable import CLI

/// Settings: every wrong one is named with its place, its key and what is allowed.
@Suite struct ConfigurationTests {
  private static let onion = "pg6mmjiyjmcrsslvykfwnntlaru7p5svn6y2ymmju6nubxndf4pscryd.onion"
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func load(
    file: String? = nil, environment: [String: String] = [:], _ words: String...
  ) throws -> ConfigurationLoader.Loaded {
    var arguments = words
    if let file {
      try Files.write(Array(file.utf8), to: directory.file("t.conf"))
      arguments += ["--config", directory.file("t.conf")]
    }
    guard
      case .run(_, let parsed) = try ArgumentParser.parse(
        ["daemon"] + arguments, table: CommandTable.commands, globals: CommandTable.globals)
    else { throw Failure(.usage, "no command") }
    return try ConfigurationLoader(
      arguments: parsed, environment: environment.merging(["HOME": directory.path]) { first, _ in first }
    ).load()
  }

  @Test func everySettingIsRead() throws {
    let text = """
      # all of them
      data.dir = /d a t a
      control.socket=/run/x
      \ttor.mode =  own\t
      tor.control = unix:/run/tor/control
      tor.password-file = pw
      tor.binary = /usr/bin/tor
      tor.template = torrc

      listen.port = 1
      seeds = \(Self.onion) \(Self.onion):99, \(Self.onion):25519
      log.level = debug
      log.identities = yes
      relay.enabled = no
      mailbox.messages = 7
      mailbox.megabytes = 0
      work.bits = 24
      work.required = 18
      chat.receipts = no
      chat.typing = no
      chat.keep = 36h
      files.unasked-megabytes = 3
      files.quota-megabytes = 9
      passphrase-file = /p
      key-file = /k#1
      """
    let expected = NodeConfiguration(
      dataDirectory: "/d a t a", controlSocket: "/run/x",
      tor: NodeConfiguration.Tor(
        mode: .own, control: .unix("/run/tor/control"), passwordFile: directory.file("pw"), binary: "/usr/bin/tor",
        template: directory.file("torrc")),
      listenPort: 1, seeds: [25519, 99].compactMap { PeerAddress(host: Self.onion, port: $0) },
      log: NodeConfiguration.Log(level: .debug, identities: true),
      relay: NodeConfiguration.Relay(isOn: false, mailboxDeposits: 7, mailboxMegabytes: 0),
      work: NodeConfiguration.Work(bits: 24, required: 18),
      chat: NodeConfiguration.Chat(
        receipts: false, typing: false, retention: .seconds(36 * 3600), filesUnasked: 3, filesQuota: 9),
      passphraseFile: "/p",
      keyFile: "/k#1")
    let loaded = try load(file: text)
    #expect(loaded.configuration == expected)
    #expect(Set(loaded.origins.keys) == Set(ConfigurationKey.allCases))
    // What config show prints is what the file holds.
    let shown = ConfigurationKey.allCases.map { "\($0.rawValue) = \(expected.text(of: $0) ?? "")" }
    #expect(try load(file: shown.joined(separator: "\r\n")).configuration == expected)
  }

  @Test(arguments: [
    ("tor.mod = own", "t.conf:2: tor.mod is no setting", "did you mean tor.mode?"),
    ("colour = red", "t.conf:2: colour is no setting", "settings are data.dir, "),
    ("tor.mode", "t.conf:2: not of the form key = value", nil), ("= own", "t.conf:2:  is no setting", nil),
    ("tor.mode =", "t.conf:2: tor.mode has no value", "tor.mode is auto, system or own"),
    ("tor.mode = Own", "t.conf:2: tor.mode = Own is not auto, system or own", nil),
    ("tor.mode = own # ours", "t.conf:2: tor.mode = own # ours is not auto, system or own", nil),
    ("tor.mode = own\ntor.mode = own", "t.conf:3: tor.mode is set twice, first in line 2", nil),
    ("tor.control = 9051", "t.conf:2: tor.control = 9051 is not unix:/path, or 127.0.0.1:port", nil),
    ("tor.control = unix:relative", "t.conf:2: tor.control", nil),
    ("tor.control = example.org:9051", "t.conf:2: tor.control", nil),
    ("tor.control = 127.0.0.1:0", "t.conf:2: tor.control", nil),
    ("listen.port = 0", "t.conf:2: listen.port = 0 is not a port from 1 to 65535", nil),
    ("listen.port = 65536", "t.conf:2: listen.port", nil), ("listen.port = -1", "t.conf:2: listen.port", nil),
    ("listen.port = 25519x", "t.conf:2: listen.port", nil),
    ("log.level = loud", "t.conf:2: log.level = loud is not debug, info, notice, warning or error", nil),
    ("mailbox.messages = -1", "t.conf:2: mailbox.messages = -1 is not a number from 0 to 1000000", nil),
    ("mailbox.megabytes = 1e3", "t.conf:2: mailbox.megabytes = 1e3 is not a number from 0 to 1000000", nil),
    ("work.bits = 29", "t.conf:2: work.bits = 29 is not a number from 0 to 28", nil),
    ("relay.enabled = maybe", "t.conf:2: relay.enabled = maybe is not yes or no", nil),
    ("log.identities = true", "t.conf:2: log.identities = true is not yes or no", nil),
    (
      "chat.keep = 23h", "t.conf:2: chat.keep = 23h is not forever, or a time from a day to 366 days, like 30d", nil
    ),
    ("chat.keep = 0", "t.conf:2: chat.keep = 0 is not", nil), ("chat.keep = 367d", "t.conf:2: chat.keep", nil),
    ("seeds = example.org", "t.conf:2: seeds: example.org is no onion address: it does not end with .onion", nil),
    ("seeds = \(onion):0", "t.conf:2: seeds", nil),
    ("seeds = x\(onion.dropFirst())", "its checksum does not fit", nil),
    ("seeds = @nowhere", "/nowhere cannot be read: no such file or directory", nil),
    ("seeds = @nowhere", "t.conf:2: seeds: ", nil),
    ("data.dir = /a\u{0}b", "t.conf:2: data.dir", nil),
    (
      "control.socket = /\(String(repeating: "s", count: 107))", "t.conf:2: control.socket: a socket's path has",
      nil
    ),
  ])
  func wrongLineIsNamed(lines: String, message: String, hint: String?) throws {
    let failure = #expect(throws: Failure.self) { try load(file: "# first\n" + lines + "\n") }
    #expect(failure?.code == .badInput)
    #expect(failure?.message.contains(message) == true, "\(failure?.message ?? "")")
    if let hint { #expect(failure?.hint?.contains(hint) == true, "\(failure?.hint ?? "")") }
  }

  @Test(arguments: [[0x74, 0xFF], [UInt8](repeating: 0x23, count: (1 << 20) + 1)])
  func fileThatIsNoTextIsRefused(bytes: [UInt8]) throws {
    try Files.write(bytes, to: directory.file("x.conf"))
    let failure = #expect(throws: Failure.self) { try load("--config", directory.file("x.conf")) }
    #expect(failure?.code == .badInput)
  }

  @Test func laterSourceWins() throws {
    let environment = [
      "SOPHAX_LISTEN_PORT": "2", "SOPHAX_TOR_MODE": "system", "SOPHAX_SEEDS": Self.onion, "SOPHAX_X": "1",
    ]
    let loaded = try load(
      file: "listen.port = 1\ntor.mode = own\nlog.level = debug", environment: environment, "--port", "3", "--seed",
      Self.onion + ":1", "--seed", Self.onion + ":2")
    #expect(loaded.configuration.listenPort == 3)
    #expect(loaded.configuration.tor.mode == .system)
    #expect(loaded.configuration.log.level == .debug)
    #expect(loaded.configuration.seeds.map(\.port) == [1, 2])
    #expect(loaded.origins[.listenPort] == "--port")
    #expect(loaded.origins[.torMode] == "SOPHAX_TOR_MODE")
    #expect(loaded.origins[.logLevel] == directory.file("t.conf") + ":3")
    #expect(UnknownVariables.names(in: ["SOPHAX_X": "1", "SOPHAX_CONFIG": "", "SOPHAX_SEEDS": ""]) == ["SOPHAX_X"])
  }

  @Test func wrongVariableIsNamed() {
    let failure = #expect(throws: Failure.self) { try load(environment: ["SOPHAX_TOR_MODE": "on"]) }
    #expect(failure?.message == "SOPHAX_TOR_MODE: tor.mode = on is not auto, system or own")
  }

  @Test func seedFileNamesItsLine() throws {
    try Files.write(Array("# seeds\n\n\(Self.onion)\nwrong\n".utf8), to: directory.file("seeds"))
    let failure = #expect(throws: Failure.self) { try load(file: "seeds = @seeds") }
    #expect(
      failure?.message
        == "\(directory.file("seeds")):4: seeds: wrong is no onion address: it does not end with .onion")
  }

  @Test func directoriesFollowXDG() throws {
    let environment = [
      "XDG_CONFIG_HOME": "/c", "XDG_DATA_HOME": "relative", "XDG_RUNTIME_DIR": "/r", "HOME": "/h",
    ]
    #expect(
      Directories.user(environment)
        == Directories(
          configurationFile: "/c/sophax/sophax.conf", data: "/h/.local/share/sophax",
          controlSocket: "/r/sophax/control"))
    #expect(Directories.user(["HOME": "/h"])?.controlSocket == "/h/.local/share/sophax/control")
    #expect(Directories.user([:]) == nil)
    #expect(try load("--system").configuration.dataDirectory == "/var/lib/sophax")
    #expect(throws: Failure.self) { try load(environment: ["HOME": "nowhere"]) }
  }

  /// A node that is named by its data directory is never mistaken for another one.
  @Test func theDataDirectoryBringsItsSocket() throws {
    let usual = try load()
    #expect(usual.configuration.controlSocket == "\(directory.path)/.local/share/sophax/control")
    let bob = try load("--data-dir", "/bob//x/./")
    #expect(bob.configuration.dataDirectory == "/bob/x")
    #expect(bob.configuration.controlSocket == "/bob/x/control")
    #expect(bob.origins[.controlSocket] == "data.dir")
    #expect(try load("--data-dir", "/bob", "--socket", "/s").configuration.controlSocket == "/s")
    let environment = ["SOPHAX_CONTROL_SOCKET": "/s", "SOPHAX_DATA_DIR": "/env"]
    #expect(try load(environment: environment).configuration.controlSocket == "/s")
    #expect(try load(environment: environment, "--data-dir", "/bob").configuration.controlSocket == "/bob/control")
    #expect(try load(file: "data.dir = d").configuration.controlSocket == directory.file("d/control"))
    // The usual directory by its name is the usual node.
    let runtime = ["XDG_RUNTIME_DIR": "/r", "SOPHAX_DATA_DIR": directory.file(".local/share/sophax/")]
    #expect(try load(environment: runtime).configuration.controlSocket == "/r/sophax/control")
    let long = #expect(throws: Failure.self) { try load("--data-dir", "/" + String(repeating: "d", count: 100)) }
    #expect(long?.message.hasPrefix("--data-dir: the control socket /ddd") == true)
    #expect(long?.hint?.contains("--socket PATH") == true)
  }

  @Test func everyKeyHasAnOptionOfTheDaemon() {
    let daemon = CommandTable.commands.first { $0.name == "daemon" }
    let options = Set(((daemon?.options ?? []) + CommandTable.globals).map(\.name))
    #expect(ConfigurationKey.allCases.allSatisfy { options.contains($0.option) })
  }

  @Test func foldersAreMadeForTheirOwner() async throws {
    let stage = try Stage(directory: directory)
    #expect(await stage.run(["init", "--key-file", "/k", "--data-dir", directory.file("a/b/c")]).exit == 0)
    var status = stat()
    #expect(stat(directory.file("a/b"), &status) == 0)
    #expect(status.st_mode & 0o7777 == 0o700)
    #expect(!FileText.exists(directory.file("a/b/c")))
    #expect(await stage.run(["daemon", "--key-file", "/k", "--socket", directory.file("d/control")]).exit == 0)
    #expect(FileText.exists(directory.file("d")))
  }

  @Test func folderThatCannotBeMadeIsNamed() async throws {
    try Files.write([], to: directory.file("file"))
    let outcome = await (try Stage(directory: directory)).run(
      ["init", "--key-file", "/k", "--data-dir", directory.file("file/a/b")])
    #expect(outcome.exit == 8)
    #expect(outcome.errors.contains("the folder \(directory.file("file/a")) cannot be made: not a directory"))
  }
}
