import E2EE
import Kademlia
import Reactor
import Store
import TestReactor
import Testing
import TorProtocol
import Transport
import Wire
import World

@testable import Daemon

/// The proof of work on the own identity.
@Suite struct WorkTests {
  @Test func itIsDoneBesideTheRestAndKeptAndPublished() async throws {
    struct Outcome { var before: Int, kept: UInt32?, work: UInt32?, published: Int? }
    let outcome: Outcome = try await play { scene in
      let around = scene.keep(try Neighbourhood(loop: scene.loop))
      let seed = try around.add()
      let node = try around.add(seed: seed, workBits: 12)
      around.when {
        node.directory.snapshot.replicas == 1
      } then: {
        let before = node.workBits
        node.beginWork()
        func published() -> Int? {
          let record = try? seed.store.record(of: node.identity.nodeID, at: scene.loop.now.timestamp)
          return record?.verified?.workBits
        }
        around.when {
          (published() ?? 0) > 0
        } then: {
          let kept = try? node.store.identityWork()
          scene.finish(Outcome(before: before, kept: kept, work: node.identity.work, published: published()))
        }
      }
    }
    #expect(outcome.before == 0)
    #expect(outcome.work != nil && outcome.kept == outcome.work)
    #expect((outcome.published ?? 0) >= 12)
  }
}
