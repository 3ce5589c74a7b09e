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

/// Lookups under one-use identities, between whole nodes.
@Suite struct GuestTests {
  /// A guest is answered, on credentials that nobody else has, and leaves nothing behind.
  @Test func aGuestIsAnsweredAndNobodyRemembersIt() async throws {
    struct Outcome {
      var matches: [NodeID]
      var asked: Int
      var hosts: Set<String>
      var wantedHosts: Set<String>
      var isolations: Set<String>
      var own: NodeID
      var strangers: Int
    }
    let outcome: Outcome = try await play { scene in
      let around = scene.keep(try Neighbourhood(loop: scene.loop))
      let seed = try around.add()
      let asker = try around.add(seed: seed)
      let wanted = try around.add(seed: seed)
      let all = Set([seed, asker, wanted].map(\.identity.nodeID))
      around.when {
        around.isComplete && wanted.directory.snapshot.replicas == 2
      } then: {
        let before = around.guestDials.count
        let query = SoughtLookup.Quest.value(.node(wanted.identity.nodeID))
        asker.seek(query, LookupOptions(isGuest: true), .person) { found in
          around.when {
            asker.guests.isEmpty
          } then: {
            let dials = around.guestDials[before...]
            scene.finish(
              Outcome(
                matches: found.matches.map(\.record.nodeID), asked: found.requests, hosts: Set(dials.map(\.host)),
                wantedHosts: Set([seed, wanted].map(\.identity.onion.hostname)),
                isolations: Set(dials.map(\.isolation)), own: asker.identity.nodeID,
                strangers: around.nodes.flatMap { $0.directory.table.entries }
                  .count { !all.contains($0.contact.nodeID) }))
          }
        }
      }
    }
    #expect(outcome.matches.count == 1)
    #expect(outcome.asked == 2 && outcome.hosts == outcome.wantedHosts)
    #expect(outcome.isolations.count == 1)
    let isolation = try #require(outcome.isolations.first)
    #expect(isolation.hasPrefix("guest/") && !isolation.contains(outcome.own.peerID))
    #expect(outcome.strangers == 0)
  }

  @Test func askingAsOneselfUsesTheLinksThatAreThere() async throws {
    let dials: Int = try await play { scene in
      let around = scene.keep(try Neighbourhood(loop: scene.loop))
      let seed = try around.add()
      let asker = try around.add(seed: seed)
      around.when {
        around.isComplete && asker.directory.snapshot.replicas == 1
      } then: {
        let before = around.guestDials.count
        asker.seek(.value(.node(seed.identity.nodeID)), LookupOptions(), .person) { _ in
          scene.finish(around.guestDials.count - before)
        }
      }
    }
    #expect(dials == 0)
  }

  @Test func guestsAreBoundedAndEachHasCredentialsOfItsOwn() async throws {
    struct Outcome { var most: Int, ended: Int, isolations: Int, refused: Int }
    let outcome: Outcome = try await play { scene in
      let around = scene.keep(try Neighbourhood(loop: scene.loop))
      let seed = try around.add()
      let asker = try around.add(seed: seed)
      around.when {
        around.isComplete
      } then: {
        let count = DaemonSettings.maximumGuests * 3
        let before = around.guestDials.count
        var (most, ended, refused) = (0, 0, 0)
        for _ in 0..<count {
          asker.seek(.nodes(seed.identity.nodeID), LookupOptions(isGuest: true), .network) { _ in
            ended += 1
            most = max(most, asker.guests.count)
          }
        }
        let calledOff = asker.seek(.nodes(seed.identity.nodeID), LookupOptions(isGuest: true), .network) {
          refused += $0.ending == .cancelled ? 1 : 0
        }
        asker.callOff(calledOff)
        around.when {
          ended == count && asker.guests.isEmpty
        } then: {
          let isolations = Set(around.guestDials[before...].map(\.isolation))
          scene.finish(Outcome(most: most, ended: ended, isolations: isolations.count, refused: refused))
        }
      }
    }
    #expect(outcome.most <= DaemonSettings.maximumBackgroundGuests && outcome.most > 1)
    #expect(outcome.isolations == outcome.ended && outcome.refused == 1)
  }
}
