import Reactor
import TestReactor
import TestWorld
import Testing
import TorProtocol
import TorTestNetwork
import Wire
import World

@testable import Tor

/// The service on a private network of real tors.
@Suite(.serialized) struct NetworkTests {
  /// Field case 1: the onion is published, reached from outside, lost with its tor, and back with the same address.
  @Test func theOnionIsPublishedReachedAndComesBack() async throws {
    let directory = try TemporaryDirectory()
    let network = try await BlockingThread.run { () throws(TestNetworkError) in
      try TestNetwork.up(in: directory.path, TestNetworkPlan(clients: 1))
    }
    defer { network.down() }
    let client = network.clients[0]
    let reached: [TorState] = try await play { scene in
      let target = scene.keep(try Listener(loop: scene.loop, at: .tcp(host: "127.0.0.1", port: 0)))
      var onion = try fixedOnion()
      onion.request.target = .port(target.port ?? 0)
      var configuration = TorService.Configuration(
        mode: .control(.tcp(host: "127.0.0.1", port: client.controlPort)), folder: directory.file("none"))
      configuration.onion = onion
      configuration.settings.health.first = .milliseconds(1)
      configuration.settings.health.retry = .milliseconds(500)
      let service = scene.keep(TorService(loop: scene.loop, configuration, log: .silent))
      var reached: [TorState] = []
      var isDown = false
      service.onChange = {
        let state = service.state
        switch (state.onion, reached.count) {
        case (.up, 0) where state.isOnionReachable == true:
          reached.append(state)
          Self.restart(client, network, scene)
        case (.down, 1): isDown = true
        case (.up, 1) where isDown && state.isOnionReachable == true:
          reached.append(state)
          scene.finish(reached)
        case _: break
        }
      }
      service.start()
    }
    #expect(reached.allSatisfy { $0.isReady && $0.hasProofOfWork })
    #expect(reached.allSatisfy { $0.socks == [.tcp(host: "127.0.0.1", port: client.socksPort)] })
  }

  private static func restart(_ node: TestNode, _ network: TestNetwork, _ scene: Scene<[TorState]>) {
    do {
      try scene.loop.offload {
        Result {
          try network.kill(node.name)
          try network.start(node.name)
        }
      } then: { result in
        if case .failure(let error) = result { scene.fail(error) }
      }
    } catch { scene.fail(error) }
  }
}
