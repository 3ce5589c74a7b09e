// swift-tools-version: 6.2
import PackageDescription

// The targets are the layers of the house: each list names only what lies below it, so the build refuses an
// import that points up. HANDBOOK.md, "The house", draws them.

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

func layer(_ name: String, _ dependencies: [String] = []) -> Target {
  .target(name: name, dependencies: dependencies.map { .init(stringLiteral: $0) }, swiftSettings: strict)
}

func executable(_ name: String, _ dependencies: [String]) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies.map { .init(stringLiteral: $0) }, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [String], exclude: [String] = []) -> Target {
  .testTarget(
    name: name + "Tests", dependencies: dependencies.map { .init(stringLiteral: $0) }, exclude: exclude,
    swiftSettings: strict)
}

let targets: [Target] = [
  // C libraries
  .systemLibrary(name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
  .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
  .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
  .systemLibrary(name: "CEvent", pkgConfig: "libevent_core", providers: [.apt(["libevent-dev"])]),
  .systemLibrary(name: "CQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
  .systemLibrary(name: "CLinux"),

  // base
  layer("Bytes"),
  layer("World"),
  layer("Crypto", ["Bytes", "CSodium", "CCrypto"]),

  // wire
  layer("Wire", ["Bytes", "World", "Crypto"]),

  // protocols, as values
  layer("E2EE", ["Bytes", "World", "Crypto", "Wire"]),
  layer("Kademlia", ["Bytes", "World", "Crypto", "Wire"]),
  layer("Relay", ["Bytes", "World", "Crypto", "Wire"]),
  layer("FileTransfer", ["Bytes", "World", "Crypto", "Wire"]),
  layer("TorProtocol", ["Bytes", "World", "Crypto", "Wire"]),

  // what a terminal shows and sends, as values
  layer("Terminal"),

  // use cases, as values
  layer("Chat", ["Bytes", "World", "Crypto", "Wire", "E2EE", "FileTransfer"]),
  layer("ControlAPI", ["Bytes", "World", "Wire"]),

  // drivers
  layer("SQLite", ["Bytes", "World", "CSQLite"]),
  layer("Reactor", ["Bytes", "World", "CEvent", "CLinux"]),

  // shells
  layer(
    "Store",
    [
      "Bytes", "World", "Crypto", "Wire", "E2EE", "FileTransfer", "Kademlia", "Relay", "Chat", "SQLite", "CLinux",
    ]),
  layer("Transport", ["Bytes", "World", "Crypto", "Wire", "E2EE", "TorProtocol", "Reactor"]),
  layer("Tor", ["Bytes", "World", "Crypto", "Wire", "TorProtocol", "Reactor", "CLinux"]),
  layer("TorTestNetwork", ["Bytes", "World", "Crypto", "TorProtocol", "Reactor", "CLinux"]),

  // applications
  layer(
    "Daemon",
    [
      "Bytes", "World", "Crypto", "Wire", "E2EE", "FileTransfer", "Kademlia", "Relay", "TorProtocol", "Chat",
      "ControlAPI", "SQLite", "Reactor", "Store", "Transport", "Tor", "CLinux",
    ]),
  layer("CLI", ["Bytes", "World", "Crypto", "Wire", "ControlAPI", "Terminal", "CLinux", "CQREncode"]),
  executable("sophax", ["CLI", "ControlAPI", "Daemon", "TorTestNetwork"]),
  executable(
    "sophax-bench",
    [
      "Bytes", "World", "Crypto", "Wire", "E2EE", "Kademlia", "Chat", "ControlAPI", "Store", "Daemon", "Simulator",
      "TorProtocol", "Reactor", "TorTestNetwork", "TestWorld", "CLinux",
    ]),

  // what tests and the benchmark share
  layer("TestWorld", ["Bytes", "World", "Crypto", "Wire", "CLinux"]),
  layer("TestReactor", ["Reactor"]),
  layer("Simulator", ["Bytes", "World", "Crypto", "Wire", "Kademlia"]),

  // tests
  tests("Bytes", ["Bytes", "TestWorld"]),
  tests("World", ["World", "TestWorld"]),
  tests("Crypto", ["Crypto", "Bytes", "TestWorld"]),
  tests("Wire", ["Wire", "Crypto", "Bytes", "World", "TestWorld"]),
  tests("E2EE", ["E2EE", "Wire", "Crypto", "Bytes", "World", "TestWorld"]),
  tests("Kademlia", ["Kademlia", "Simulator", "Wire", "Crypto", "Bytes", "World", "TestWorld"]),
  tests("Relay", ["Relay", "Wire", "Crypto", "Bytes", "World", "TestWorld"]),
  tests("FileTransfer", ["FileTransfer", "Wire", "Crypto", "Bytes", "World", "TestWorld"]),
  tests("TorProtocol", ["TorProtocol", "Wire", "Crypto", "Bytes", "World", "TestWorld"]),
  tests("Chat", ["Chat", "E2EE", "FileTransfer", "Wire", "Crypto", "Bytes", "World", "TestWorld"]),
  tests("ControlAPI", ["ControlAPI", "Wire", "Bytes", "World", "TestWorld"]),
  tests("SQLite", ["SQLite", "Bytes", "World", "TestWorld"]),
  tests("Reactor", ["Reactor", "TestReactor", "Bytes", "World", "TestWorld", "CLinux"]),
  tests(
    "Store",
    [
      "Store", "SQLite", "Chat", "E2EE", "FileTransfer", "Kademlia", "Relay", "Wire", "Crypto", "Bytes", "World",
      "TestWorld",
      "CLinux",
    ]),
  tests(
    "Transport",
    ["Transport", "Reactor", "TestReactor", "TorProtocol", "E2EE", "Wire", "Crypto", "Bytes", "World", "TestWorld"]),
  tests(
    "Tor",
    [
      "Tor", "TorProtocol", "TorTestNetwork", "Reactor", "TestReactor", "Wire", "Crypto", "Bytes", "World",
      "TestWorld", "CLinux",
    ]),
  tests("TorTestNetwork", ["TorTestNetwork", "TorProtocol", "Bytes", "World", "TestWorld", "CLinux"]),
  tests("Terminal", ["Terminal", "World", "TestWorld", "CLinux"]),
  tests(
    "CLI", ["CLI", "Terminal", "ControlAPI", "Reactor", "Crypto", "Wire", "Bytes", "World", "TestWorld", "CLinux"],
    exclude: ["Transcripts"]),
  tests(
    "Daemon",
    [
      "Daemon", "Chat", "ControlAPI", "E2EE", "Kademlia", "Reactor", "Store", "TestReactor", "TestWorld",
      "TorProtocol",
      "Transport",
      "Wire", "World",
    ]),
  tests("System", ["ControlAPI", "TorTestNetwork", "Wire", "Bytes", "World", "TestWorld", "CLinux"]),
]

let package = Package(name: "SophaxNode", targets: targets)
