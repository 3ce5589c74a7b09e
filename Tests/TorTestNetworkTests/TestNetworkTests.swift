import Synchronization
import TestWorld
import Testing
import TorProtocol

@testable import TorTestNetwork

/// A start of real tor processes: one network for the whole suite.
@Suite(.serialized) struct TestNetworkTests {
  @Test func aNetworkStartsLosesANodeGetsItBackAndGoes() async throws {
    let directory = try TemporaryDirectory()
    let stages = Mutex<[String]>([])
    let network = try await BlockingThread.run { () throws(TestNetworkError) in
      try TestNetwork.up(in: directory.path) { stage, _ in stages.withLock { $0.append(stage) } }
    }
    defer { network.down() }
    #expect(
      stages.withLock(\.self) == [
        "keys and configuration made", "relays registered", "consensus reached", "relays have the consensus",
        "clients bootstrapped",
      ])
    #expect(network.clients.count == 2)
    #expect(network.status().allSatisfy { $0.pid != nil })
    #expect(isBootstrapped(network))
    #expect(throws: TestNetworkError.alreadyRunning(directory: directory.path)) {
      try TestNetwork.up(in: directory.path)
    }

    try network.kill("client1")
    let other = try TestNetwork(openIn: directory.path)
    #expect(other.nodes == network.nodes)
    #expect(other.status().filter { $0.pid == nil }.map(\.node.name) == ["client1"])
    try network.kill("relay0")
    let alive = Set(network.status().compactMap(\.pid))
    let revived = Mutex<[String]>([])
    _ = try await BlockingThread.run { () throws(TestNetworkError) in
      try TestNetwork.up(in: directory.path) { stage, _ in revived.withLock { $0.append(stage) } }
    }
    #expect(revived.withLock(\.self) == ["relay0 is back", "client1 is back"])
    #expect(network.status().allSatisfy { $0.pid != nil && $0.bootstrap == 100 })
    #expect(alive.isSubset(of: network.status().compactMap(\.pid)))

    try network.freeze("client0", true)
    #expect(throws: TestNetworkError.self) {
      try network.control(network.clients[0], timeout: .milliseconds(50)).info("version")
    }
    try network.freeze("client0", false)
    #expect(isBootstrapped(network))

    other.down()
    #expect(network.status().allSatisfy { $0.pid == nil })
  }

  private func isBootstrapped(_ network: TestNetwork) -> Bool {
    network.status().filter { $0.node.role == .client }.allSatisfy { $0.bootstrap == 100 }
  }

  @Test func whatIsNotThere() throws {
    let directory = try TemporaryDirectory()
    #expect(throws: TestNetworkError.noNetwork(directory: directory.path)) {
      try TestNetwork(openIn: directory.path)
    }
    let folder = NetworkFolder(path: directory.path)
    try folder.save([TestNode(name: "client0", role: .client, controlPort: 1)])
    let network = try TestNetwork(openIn: directory.path)
    #expect(throws: TestNetworkError.noNode(name: "relay0")) { try network.kill("relay0") }
    #expect(throws: TestNetworkError.self) { try network.control(network.clients[0]) }
    network.down()
  }

  @Test func nodesAsLines() {
    var node = TestNode(name: "authority0", role: .authority, controlPort: 10_001)
    (node.relayPort, node.directoryPort) = (10_002, 10_003)
    (node.fingerprint, node.authorityIdentity) = ("AB", "CD")
    #expect(TestNode(line: node.line) == node)
    for line in ["", "a", "a b", "a relay control", "a relay x=1", "a relay control=1=2"] {
      #expect(TestNode(line: line) == nil)
    }
  }

  /// Whatever else lies in a folder is somebody's, and stays as it is.
  @Test func aFolderOfOthersIsLeftAlone() throws {
    let directory = try TemporaryDirectory()
    try TestWorld.Files.write([1], to: directory.file("letter"))
    #expect(throws: TestNetworkError.foreign(directory: directory.path)) { try TestNetwork.up(in: directory.path) }
    let file = directory.file("letter")
    try TestWorld.Files.write([1], to: file)
    #expect(throws: TestNetworkError.notADirectory(path: file)) { try TestNetwork.up(in: file) }
    #expect(try TestWorld.Files.read(directory.file("letter")) == [1])
  }

  /// Networks that start at the same time have no port in common, though nobody listens yet.
  @Test func noPortIsGivenTwice() throws {
    let ports = try (0..<50).flatMap { _ in try Loopback.freePorts(24) }
    #expect(Set(ports).count == ports.count)
  }

  /// A number that the kernel gave to another process since is not touched.
  @Test func aPidFileOfAnotherProcess() throws {
    let directory = try TemporaryDirectory()
    let log = directory.file("log")
    let process = try TrackedProcess.spawn(["/bin/sleep", "600"], log: log)
    defer { TrackedProcess.stop([process]) }
    #expect(process.isAlive)
    try process.save(directory.file("pid"))
    #expect(TrackedProcess(file: directory.file("pid")) == process)
    try TestWorld.Files.write(Array("\(process.pid) \(process.startTime + 1)\n".utf8), to: directory.file("pid"))
    #expect(TrackedProcess(file: directory.file("pid")) == nil)
    TrackedProcess.stop([process])
    #expect(!process.isAlive)
    #expect(throws: TestNetworkError.spawnFailed(program: "/no/such/program", errno: 2)) {
      try TrackedProcess.spawn(["/no/such/program"], log: log)
    }
  }
}
