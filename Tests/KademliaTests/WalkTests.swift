import Testing
import Wire
import World

@testable import Kademlia

/// Lookups over disjoint paths.
@Suite struct WalkTests {
  private let target = Made.id(1)
  private let settings = KademliaSettings()

  private func walk(_ seeds: [Contact], paths: Int) -> Walk {
    Walk(
      target: target, local: Made.id(2), seeds: seeds, paths: paths, limits: RegionLimits(networkSize: nil),
      settings: SharedSettings(settings))
  }

  private func sharing(_ bits: Int, _ count: Int, from first: UInt64) -> [Contact] {
    (0..<UInt64(count)).map { Made.contact(Made.id(sharing: bits, with: target, first + $0)) }
  }

  @Test func eachNodeIsAskedOnceAndAllPathsAgreeOnTheNearest() {
    let (near, far) = (sharing(6, 30, from: 100), sharing(0, 9, from: 500))
    var walk = walk(far, paths: 3)
    var asked: [NodeID: Int] = [:]
    while true {
      let next = walk.next { _ in false }
      guard !next.isEmpty else { break }
      for contact in next {
        asked[contact.nodeID, default: 0] += 1
        walk.answered(contact.nodeID, contacts: Array(near.shuffled().prefix(20)))
      }
    }
    #expect(walk.isComplete && asked.values.allSatisfy { $0 == 1 } && walk.requests == asked.count)
    let nearest = near.sorted { $0.nodeID.distance(to: target) < $1.nodeID.distance(to: target) }.prefix(20)
    #expect(walk.closest == Array(nearest))
  }

  /// What a liar names leads only its own path astray.
  @Test func aLiarMisleadsOnePathOnly() {
    let far = sharing(0, 3, from: 500)
    let (honest, forged) = (sharing(5, 20, from: 100), sharing(9, 20, from: 700))
    for liars in 0...2 {
      var walk = walk(far, paths: 3)
      while true {
        let next = walk.next { _ in false }
        guard !next.isEmpty else { break }
        for contact in next {
          if forged.contains(contact) {
            walk.failed(contact.nodeID)
          } else {
            let isLiar = far.prefix(liars).contains(contact)
            walk.answered(contact.nodeID, contacts: isLiar ? forged : honest)
          }
        }
      }
      #expect(walk.closest.count { honest.contains($0) } == 20, "\(liars) liars")
    }
  }

  @Test func aFailureCountsOnceAndALateAnswerForAll() {
    let contacts = sharing(3, 2, from: 10)
    var walk = walk([], paths: 2)
    walk.add([contacts[0], contacts[1], contacts[1], contacts[0]])
    #expect(Set(walk.next { _ in false }) == Set(contacts) && walk.requests == 2)
    walk.late(contacts[0].nodeID)
    #expect(walk.next { _ in false }.isEmpty && !walk.isComplete)
    walk.failed(contacts[1].nodeID)
    walk.failed(contacts[1].nodeID)
    #expect(walk.failures == 1)
    walk.answered(contacts[0].nodeID, contacts: [])
    #expect(walk.isComplete && walk.closest == [contacts[0]])
  }

  @Test func whatIsPostponedIsAskedAgain() {
    let contacts = sharing(3, 4, from: 10)
    var walk = walk(contacts, paths: 2)
    let next = walk.next { _ in false }
    for contact in next { walk.postpone(contact.nodeID) }
    #expect(walk.requests == 0)
    #expect(Set(walk.next { _ in false }) == Set(next))
  }

  @Test func pathsAreBounded() {
    #expect(walk([], paths: 1000).paths.count == settings.maximumPaths)
    #expect(walk([], paths: -1).paths.count == 1)
  }
}
