import E2EE
import Kademlia
import Reactor
import Store
import TestReactor
import TestWorld
import Testing
import TorProtocol
import Transport
import Wire
import World

@testable import Daemon

/// What a node that stops does with the records that it holds for others.
@Suite struct LeavingTests {
  /// One holder per record, so that two nodes are a whole network.
  private static var settings: KademliaSettings {
    var settings = Neighbourhood.settings
    settings.k = 1
    return settings
  }

  /// The bundle of somebody to whom `near` lies nearer than `far`.
  private static func bundle(near: NodeID, far: NodeID, at now: Moment) -> PreKeyBundle {
    var random = SeededRandom(seed: 1)
    while true {
      let identity = LocalIdentity.generate(username: "absent", using: &random)
      let distance = near.distance(to: identity.nodeID)
      // With one holder per record, unlike with twenty, much of what is nearest to a node lies beyond where it looks.
      guard distance < far.distance(to: identity.nodeID),
        distance.sharedBits >= near.distance(to: far).sharedBits
      else { continue }
      return PreKeyRing.generate(at: now.timestamp, using: &random)
        .directoryBundle(of: identity, address: nil, at: now.timestamp)
    }
  }

  /// Two nodes of which the first holds a record that the second would hold without it. The scene ends when the first has
  /// stopped and, if it is to, the second has the record: on a starved machine it may read it after that.
  private func stop(_ scene: Scene<Duration>, whileHeirIsThere isThere: Bool) throws {
    let around = scene.keep(try Neighbourhood(loop: scene.loop))
    let heir = try around.add(settings: Self.settings)
    let leaver = try around.add(seed: heir, settings: Self.settings)
    around.when {
      around.isComplete
    } then: {
      do {
        let now = scene.loop.now
        let bundle = Self.bundle(near: leaver.identity.nodeID, far: heir.identity.nodeID, at: now)
        let record = try BundleRecord(checking: bundle, at: now.timestamp, settings: Self.settings)
        try leaver.store.put(record)
        if !isThere {
          heir.pool?.closeAll()
          around.proxy.places = [:]
        }
        leaver.beginStop()
        around.when {
          around.stopped == [leaver.identity.nodeID] && (!isThere || Self.holds(heir, record))
        } then: {
          scene.finish(scene.loop.now.instant - now.instant)
        }
      } catch {
        scene.fail(error)
      }
    }
  }

  private static func holds(_ node: Node, _ record: BundleRecord) -> Bool {
    (try? node.store.record(of: record.nodeID, at: node.loop.now.timestamp))?.bundle == record.bundle
  }

  @Test func whatItHoldsGoesToWhoTakesItsPlace() async throws {
    let _: Duration = try await play { scene in try stop(scene, whileHeirIsThere: true) }
  }

  /// As on Tor, where a dial takes longer than the patience with those who have a link.
  @Test func anHeirWithoutALinkIsDialled() async throws {
    let _: Bool = try await play { scene in
      let around = scene.keep(try Neighbourhood(loop: scene.loop))
      let heir = try around.add(settings: Self.settings)
      let leaver = try around.add(seed: heir, settings: Self.settings)
      around.when {
        around.isComplete
      } then: {
        heir.pool?.closeAll()
        around.when {
          leaver.pool?.link(to: heir.identity.nodeID) == nil
        } then: {
          do {
            let now = scene.loop.now
            let bundle = Self.bundle(near: leaver.identity.nodeID, far: heir.identity.nodeID, at: now)
            let record = try BundleRecord(checking: bundle, at: now.timestamp, settings: Self.settings)
            try leaver.store.put(record)
            heir.pool = heir.makePool(dialer: heir.dialer)
            around.proxy.places[heir.identity.onion.hostname] = try heir.pool?.listen(
              at: .tcp(host: "127.0.0.1", port: 0))
            around.proxy.isSlow = true
            leaver.beginStop()
            around.when {
              leaver.waitsForDials
            } then: {
              around.proxy.isSlow = false
              around.when {
                around.stopped == [leaver.identity.nodeID] && Self.holds(heir, record)
              } then: {
                scene.finish(true)
              }
            }
          } catch {
            scene.fail(error)
          }
        }
      }
    }
  }

  @Test func peersThatAreGoneDoNotHoldItUp() async throws {
    let took: Duration = try await play { scene in
      try stop(scene, whileHeirIsThere: false)
    }
    // Far less than a dial may take, with room for a machine that is busy.
    #expect(took < .seconds(30))
  }

  /// Field case D65: what is under way is given up, and those who wait hear of it.
  @Test func lookupsUnderWayDoNotHoldItUp() async throws {
    struct Outcome { var took: Duration, running: Int, waiting: Int, saved: Int }
    let outcome: Outcome = try await play { scene in
      let around = scene.keep(try Neighbourhood(loop: scene.loop))
      let seed = try around.add()
      let node = try around.add(seed: seed)
      around.when {
        around.isComplete
      } then: {
        // The onion is there, and nobody behind it says a word.
        do {
          let silent = scene.keep(try Listener(loop: scene.loop, at: .tcp(host: "127.0.0.1", port: 0)))
          silent.onAccept = { _ = scene.keep($0) }
          around.proxy.places[seed.identity.onion.hostname] = silent.port
        } catch {
          scene.fail(error)
        }
        for _ in 0..<50 {
          node.seek(.nodes(seed.identity.nodeID), LookupOptions(isGuest: true), .person) { _ in }
        }
        let begun = scene.loop.now.instant
        let (running, waiting) = (node.guests.count, node.waitingGuests.count)
        node.beginStop()
        around.when {
          around.stopped.contains(node.identity.nodeID)
        } then: {
          scene.finish(
            Outcome(
              took: scene.loop.now.instant - begun, running: running, waiting: waiting,
              saved: (try? node.store.savedContacts().count) ?? 0))
        }
      }
    }
    #expect(outcome.running == DaemonSettings.maximumGuests && outcome.running + outcome.waiting == 50)
    #expect(outcome.saved == 1)
    #expect(outcome.took < .seconds(30))
  }
}
