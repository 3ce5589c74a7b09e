import Kademlia
import Testing
import Wire
import World

@Suite struct LookupTests {
  private let local = Made.id(0)
  private let target = Made.id(1)
  private let settings = KademliaSettings()

  /// Contacts that share `bits` leading bits with the target.
  private func sharing(_ bits: Int, _ count: Int, from first: UInt64 = 100) -> [Contact] {
    (0..<UInt64(count)).map { Made.contact(Made.id(sharing: bits, with: target, first + $0)) }
  }

  private func lookup(_ seeds: [Contact]) -> Lookup {
    Lookup(target: target, local: local, seeds: seeds, settings: SharedSettings(settings))
  }

  private func byDistance(_ contacts: [Contact]) -> [Contact] {
    contacts.sorted { $0.nodeID.distance(to: target) < $1.nodeID.distance(to: target) }
  }

  @Test func itAsksTheThreeNearestFirst() {
    let seeds = sharing(2, 20)
    var lookup = lookup(seeds)
    let asked = lookup.nextUnlinked()
    #expect(asked == Array(byDistance(seeds).prefix(3)))
    expectEqual(lookup.nextUnlinked().isEmpty, true)
    #expect(asked.allSatisfy { lookup.standing(of: $0.nodeID) == .asked } && !lookup.isSettled)
  }

  @Test func eachAnswerFailureAndLatenessFreesAPlaceAtOnce() {
    var lookup = lookup(sharing(2, 20))
    let asked = lookup.nextUnlinked()
    lookup.answered(asked[0].nodeID, contacts: [])
    expectEqual(lookup.nextUnlinked().count, 1)
    lookup.failed(asked[1].nodeID)
    expectEqual(lookup.nextUnlinked().count, 1)
    lookup.late(asked[2].nodeID)
    expectEqual(lookup.nextUnlinked().count, 1)
    #expect(lookup.failures == 1 && lookup.requests == 6)
  }

  /// Holders are near the target: the dead among the rest do not have to fail three by three.
  @Test func onceAHolderHasAnsweredAsManyAreAskedAsMustAgree() {
    var lookup = lookup(sharing(2, 20))
    let asked = lookup.nextUnlinked()
    lookup.answered(asked[2].nodeID, contacts: [], isHolder: true)
    expectEqual(lookup.nextUnlinked().count, settings.agreement - 2)
    lookup.failed(asked[0].nodeID)
    expectEqual(lookup.nextUnlinked().count, 1)
  }

  @Test func aSlowDialGivesItsPlaceAwayAndHoldsNothingUp() {
    let seeds = sharing(2, 20)
    var lookup = lookup(seeds)
    let asked = lookup.nextUnlinked()
    for contact in asked { lookup.slow(contact.nodeID) }
    let next = lookup.nextUnlinked()
    #expect(next == Array(byDistance(seeds)[3..<6]))
    for contact in next { lookup.answered(contact.nodeID, contacts: []) }
    expectEqual(lookup.nextUnlinked().count, 14)
    // Its answer is waited for all the same.
    for contact in byDistance(seeds).dropFirst(6) { lookup.answered(contact.nodeID, contacts: []) }
    #expect(!lookup.isSettled)
    for contact in asked { lookup.answered(contact.nodeID, contacts: []) }
    #expect(lookup.isComplete && lookup.closest == byDistance(seeds))
  }

  @Test func whoHasALinkDoesNotWaitForAPlaceBehindDials() {
    let seeds = byDistance(sharing(2, 10) + sharing(1, 10, from: 300))
    let linked = Set(seeds[12..<18].map(\.nodeID))
    var lookup = lookup(seeds)
    expectEqual(lookup.next { linked.contains($0) }, Array(seeds[0..<3] + seeds[12..<15]))
    lookup.answered(seeds[12].nodeID, contacts: [])
    expectEqual(lookup.next { linked.contains($0) }, [seeds[15]])
    #expect(lookup.requests == 7)
  }

  @Test func onceTheNearestHaveAnsweredTheRestIsAskedTogether() {
    let seeds = sharing(2, 20)
    var lookup = lookup(seeds)
    for contact in lookup.nextUnlinked() { lookup.answered(contact.nodeID, contacts: seeds) }
    let rest = lookup.nextUnlinked()
    #expect(rest.count == 17)
    for contact in rest { lookup.answered(contact.nodeID, contacts: []) }
    #expect(lookup.isComplete && lookup.closest == byDistance(seeds) && lookup.requests == 20)
  }

  @Test func answersLeadNearer() {
    var lookup = lookup(sharing(1, 3))
    let nearer = sharing(9, 5)
    for contact in lookup.nextUnlinked() { lookup.answered(contact.nodeID, contacts: nearer) }
    // The walk has not converged: its nearest have not answered.
    expectEqual(lookup.nextUnlinked(), Array(byDistance(nearer).prefix(3)))
    for contact in byDistance(nearer).prefix(3) { lookup.answered(contact.nodeID, contacts: []) }
    for contact in lookup.nextUnlinked() { lookup.answered(contact.nodeID, contacts: []) }
    #expect(lookup.isComplete && lookup.depth == 2 && lookup.closest.count == 8)
  }

  @Test func onlyThoseWhoAnsweredAreClosest() {
    let seeds = sharing(2, 5)
    var lookup = lookup(seeds)
    var dead = Set(seeds.prefix(2).map(\.nodeID))
    while case let asked = lookup.nextUnlinked(), !asked.isEmpty {
      for contact in asked {
        if dead.remove(contact.nodeID) != nil {
          lookup.failed(contact.nodeID)
        } else {
          lookup.answered(contact.nodeID, contacts: [])
        }
      }
    }
    #expect(lookup.isComplete)
    #expect(Set(lookup.closest) == Set(seeds.suffix(3)))
  }

  @Test func aLateAnswerCountsAndCompletes() {
    let seeds = sharing(2, 2)
    var lookup = lookup(seeds)
    let asked = lookup.nextUnlinked()
    lookup.answered(asked[0].nodeID, contacts: [])
    lookup.late(asked[1].nodeID)
    #expect(lookup.isSettled && !lookup.isComplete)
    expectEqual(lookup.answered(asked[1].nodeID, contacts: sharing(8, 1)), true)
    #expect(!lookup.isSettled)
    expectEqual(lookup.nextUnlinked(), sharing(8, 1))
  }

  @Test func anAnswerCountsOnceAndOnlyFromWhoWasAsked() {
    var lookup = lookup(sharing(2, 4))
    let asked = lookup.nextUnlinked()
    expectEqual(lookup.answered(asked[0].nodeID, contacts: []), true)
    expectEqual(lookup.answered(asked[0].nodeID, contacts: sharing(30, 5)), false)
    let unasked = byDistance(sharing(2, 4))[3]
    expectEqual(lookup.answered(unasked.nodeID, contacts: sharing(31, 5)), false)
    expectEqual(lookup.answered(Made.id(77), contacts: sharing(32, 5)), false)
    #expect(lookup.candidates.count == 4)
    lookup.failed(asked[0].nodeID)
    #expect(lookup.standing(of: asked[0].nodeID) == .answered && lookup.failures == 0)
  }

  @Test func oversizedListsItselfAndTheLocalNodeAreIgnored() {
    var lookup = lookup(sharing(2, 1))
    let asked = lookup.nextUnlinked()[0]
    let named = [Made.contact(local), asked] + sharing(5, 60)
    lookup.answered(asked.nodeID, contacts: named)
    // Of the first twenty named, two are refused.
    #expect(lookup.candidates.count == 1 + 18)
  }

  @Test func duplicatesAreOneCandidate() {
    var lookup = lookup(sharing(2, 3) + sharing(2, 3))
    for contact in lookup.nextUnlinked() { lookup.answered(contact.nodeID, contacts: sharing(5, 4)) }
    #expect(lookup.candidates.count == 7)
  }

  @Test func aWrongAddressDoesNotHideANode() {
    var lookup = lookup(sharing(2, 3))
    let asked = lookup.nextUnlinked()
    let honest = sharing(20, 1)[0]
    let wrong = (0..<5).map { Contact(nodeID: honest.nodeID, address: Made.onion("wrong\($0)")) }
    lookup.answered(asked[0].nodeID, contacts: wrong)
    lookup.answered(asked[1].nodeID, contacts: [honest])
    var tried: [PeerAddress] = []
    while let contact = lookup.nextUnlinked().first(where: { $0.nodeID == honest.nodeID }) {
      tried.append(contact.address)
      lookup.failed(honest.nodeID)
    }
    // The first address and two alternatives: a liar cannot make it go on for ever.
    #expect(tried.count == 3)
    #expect(lookup.standing(of: honest.nodeID) == .failed)
  }

  @Test func theSecondAddressIsTriedWhenTheFirstIsWrong() {
    var lookup = lookup(sharing(2, 3))
    let asked = lookup.nextUnlinked()
    let honest = sharing(20, 1)[0]
    lookup.answered(
      asked[0].nodeID, contacts: [Contact(nodeID: honest.nodeID, address: Made.onion("no"))])
    lookup.answered(asked[1].nodeID, contacts: [honest])
    expectEqual(lookup.nextUnlinked().contains { $0.address == Made.onion("no") }, true)
    lookup.failed(honest.nodeID)
    expectEqual(lookup.nextUnlinked().contains(honest), true)
  }

  @Test func atEqualProgressALiveLinkGoesFirst() {
    let seeds = byDistance(sharing(3, 10) + sharing(6, 1))
    var lookup = lookup(seeds)
    let linked = Set([seeds[8], seeds[9]].map(\.nodeID))
    // The one that is nearer by bits goes first, link or not.
    let asked = lookup.next { linked.contains($0) }
    #expect(asked == [seeds[0], seeds[8], seeds[9]])
  }

  @Test func aPostponedContactIsAskedLater() {
    var lookup = lookup(sharing(2, 3))
    let asked = lookup.nextUnlinked()
    lookup.postpone(asked[2].nodeID)
    #expect(lookup.requests == 2)
    expectEqual(lookup.nextUnlinked(), [asked[2]])
  }

  @Test func candidatesAreBoundedAndTheNearestStay() {
    var lookup = lookup(sharing(1, 20))
    var number: UInt64 = 1000
    for _ in 0..<40 {
      for contact in lookup.nextUnlinked() {
        number += 100
        lookup.answered(contact.nodeID, contacts: sharing(Int(number / 100 % 40), 20, from: number))
      }
    }
    #expect(lookup.candidates.count <= settings.candidatesPerLookup)
    let distances = lookup.candidates.map(\.distance)
    #expect(distances == distances.sorted())
  }

  // MARK: Packed regions and liars

  private func limited(_ seeds: [Contact], size: Double) -> Lookup {
    Lookup(
      target: target, local: Made.id(999), seeds: seeds, settings: SharedSettings(KademliaSettings()),
      limits: RegionLimits(networkSize: size))
  }

  @Test(arguments: [(0, 120), (1, 67), (6, 6), (10, 2), (200, 2)])
  func aRegionHoldsItsShareAndALittleMore(bits: Int, expected: Int) {
    #expect(RegionLimits(networkSize: 60).limit(sharing: bits) == expected)
    #expect(RegionLimits(networkSize: nil).limit(sharing: bits) > 1_000_000)
  }

  /// Twenty who lie within sixteen bits of a key in a network of sixty are not its twenty nearest.
  @Test func whoeverIsPackedAroundAKeyDoesNotFillTheResult() {
    let packed = sharing(16, 20, from: 5000)
    let honest = (0..<40 as Range<UInt64>).map {
      Made.contact(Made.id(sharing: Int($0 % 5), with: target, 6000 + $0))
    }
    var lookup = limited(packed + honest, size: 60)
    while true {
      let next = lookup.nextUnlinked()
      guard !next.isEmpty else { break }
      for contact in next { lookup.answered(contact.nodeID, contacts: packed) }
    }
    let closest = Set(lookup.closest)
    #expect(lookup.isComplete && closest.count == 20)
    #expect(closest.intersection(packed).count == 2 && lookup.requests <= 22)
  }

  /// Forged nodes near the key cost their inventor a few dials, and the lookup nothing else.
  @Test func whoNamesNodesThatAreNotThereIsNotBelievedLong() {
    let liar = sharing(9, 1)[0]
    let honest = sharing(3, 25, from: 300)
    var lookup = limited([liar] + honest, size: 200)
    var (asked, forged) = (0, 0)
    while true {
      let next = lookup.nextUnlinked()
      guard !next.isEmpty else { break }
      for contact in next {
        asked += 1
        if contact == liar {
          lookup.answered(
            contact.nodeID, contacts: (0..<20).map { sharing(4 + $0 / 4, 1, from: UInt64(900 + $0))[0] })
        } else if honest.contains(contact) {
          lookup.answered(contact.nodeID, contacts: [])
        } else {
          forged += 1
          lookup.failed(contact.nodeID)
        }
      }
    }
    #expect(lookup.isComplete && forged >= 4 && forged <= 7)
    #expect(lookup.closest.count == 20)
  }

  @Test func packedCandidatesDoNotPushOthersOut() {
    let honest = sharing(2, 30, from: 300)
    var lookup = limited(honest, size: 60)
    let first = lookup.nextUnlinked()
    for round in 0..<20 as Range<UInt64> {
      let named = (0..<20 as Range<UInt64>).map {
        Made.contact(Made.id(sharing: 16 + Int(round), with: target, 9000 + round * 20 + $0))
      }
      lookup.answered(honest[Int(round)].nodeID, contacts: named)
      if round == 0 { for contact in first { lookup.answered(contact.nodeID, contacts: named) } }
    }
    #expect(lookup.candidates.count { honest.contains($0.contact) } == 30)
  }

  @Test func withNobodyToAskItIsDone() {
    var lookup = lookup([])
    expectEqual(lookup.nextUnlinked().isEmpty, true)
    #expect(lookup.isComplete && lookup.closest.isEmpty && lookup.depth == 0)
  }
}

extension Lookup {
  fileprivate func standing(of nodeID: NodeID) -> Standing? {
    candidates.first { $0.contact.nodeID == nodeID }?.standing
  }

  /// What to ask when no link is up.
  fileprivate mutating func nextUnlinked() -> [Contact] { next { _ in false } }
}
