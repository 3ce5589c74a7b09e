import E2EE
import Kademlia
import Reactor
import Relay
import TestReactor
import TestWorld
import Testing
import Transport
import Wire
import World

@testable import Daemon

/// Envelopes between whole nodes.
@Suite struct RoutingTests {
  /// A node that has no link to the target, but knows it, dials it and passes the envelope on.
  @Test func anEnvelopeGoesToAKnownNodeThatNoLinkLeadsTo() async throws {
    struct Outcome {
      var wasLinked: Bool
      var arrived: UInt64
      var forwarded: UInt64
      var dials: Int
    }
    let outcome: Outcome = try await play { scene in
      let around = scene.keep(try Neighbourhood(loop: scene.loop))
      let target = try around.add()
      let relay = try around.add(seed: target)
      let (from, to) = (relay.identity.nodeID, target.identity.nodeID)
      around.when {
        around.isComplete
      } then: {
        relay.pool?.link(to: to)?.close()
        around.when {
          relay.pool?.link(to: to) == nil && target.pool?.link(to: from) == nil
        } then: {
          var chance = SeededRandom(seed: 1)
          let guest = GuestIdentity(at: scene.loop.now, using: &chance)
          let message = guest.identity.sign(type: .sealed, payload: [], at: scene.loop.now.timestamp)
          let origin = guest.identity.nodeID
          let envelope = RelayForwarder(local: origin).envelope(message, to: to, origin: origin, using: &chance)
          let dials = around.proxy.dials.count
          let wasLinked = relay.pool?.link(to: to) != nil
          let told = relay.relay.received(
            envelope, on: 1, from: origin, neighbours: relay.pool?.provenPeers ?? [], at: scene.loop.now)
          told.forEach(relay.carryOut)
          around.when {
            target.relay.counters["relay.arrived"] > 0
          } then: {
            scene.finish(
              Outcome(
                wasLinked: wasLinked, arrived: target.relay.counters["relay.arrived"],
                forwarded: relay.relay.counters["relay.forwarded"], dials: around.proxy.dials.count - dials))
          }
        }
      }
    }
    #expect(!outcome.wasLinked && outcome.arrived == 1 && outcome.forwarded == 1 && outcome.dials >= 1)
  }
}
