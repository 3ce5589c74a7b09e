import Glibc
import Testing
import TorProtocol

@testable import TorTestNetwork

/// A start of real tor processes: one network for the whole suite.
@Suite(.serialized) struct TestNetworkTests {
  @Test func aNetworkStartsLosesANodeGetsItBackAndGoes() throws {
    let directory = try temporaryFolder()
    defer { Files.remove(directory) }
    let stages = Stages()
    let network = try TestNetwork.up(in: directory) { stage, _ in stages.reached.append(stage) }
    defer { network.down() }
    #expect(
      stages.reached == [
        "keys and configuration made", "relays registered", "consensus reached", "relays have the consensus",
        "clients bootstrapped",
      ])
    #expect(network.clients.count == 2)
    #expect(network.status().allSatisfy { $0.pid != nil && $0.bootstrap == 100 })
    #expect(throws: TestNetworkError.alreadyRunning(directory: directory)) {
      try TestNetwork.up(in: directory)
    }

    try network.kill("client1")
    let other = try TestNetwork(openIn: directory)
    #expect(other.nodes == network.nodes)
    #expect(other.status().filter { $0.pid == nil }.map(\.node.name) == ["client1"])
    try network.start("client1")
    #expect(network.status().allSatisfy { $0.bootstrap == 100 })

    other.down()
    #expect(network.status().allSatisfy { $0.pid == nil })
  }

  private final class Stages {
    var reached: [String] = []
  }

  private func temporaryFolder() throws -> String {
    let template = strdup("/tmp/sophax-testnet-XXXXXX")
    defer { free(template) }
    let made = try #require(template.flatMap { mkdtemp($0) })
    return String(cString: made)
  }
}
