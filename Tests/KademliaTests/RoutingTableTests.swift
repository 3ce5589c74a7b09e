import Kademlia
import Testing
import Wire
import World

@Suite struct RoutingTableTests {
  private let start = Instant(nanoseconds: 0)
  private let local = Made.id(0)

  private func at(_ seconds: Int) -> Instant { start + .seconds(seconds) }

  /// Contacts of the farthest bucket.
  private func far(_ count: Int, from first: UInt64 = 1) -> [Contact] {
    (0..<UInt64(count)).map { Made.contact(Made.id(sharing: 0, with: local, first + $0)) }
  }

  @Test func theClosestAreThoseOfAFullSort() {
    var table = RoutingTable(local: local)
    var known: [Contact] = []
    for number in 1...3000 as ClosedRange<UInt64> {
      let contact = Made.contact(Made.id(sharing: Int(number % 250), with: local, number))
      if table.admit(contact, at: start) == .added { known.append(contact) }
    }
    #expect(table.count == known.count && known.count > 2500)
    let targets =
      (0..<12).map { Made.id(UInt64($0 + 9000)) } + (0..<12).map { Made.id(sharing: $0 * 20, with: local, 7) }
      + [local, Made.id(sharing: 255, with: local)]
    for target in targets {
      let sorted = known.sorted { $0.nodeID.distance(to: target) < $1.nodeID.distance(to: target) }
      for count in [1, 20, 57] {
        #expect(table.closest(to: target, count: count) == Array(sorted.prefix(count)))
      }
    }
    #expect(table.closest(to: local, count: 100_000).count == known.count)
  }

  @Test func theClosestCanBeThoseWithoutFailuresAndWithoutOne() {
    var table = RoutingTable(local: local)
    let contacts = far(10)
    for contact in contacts { _ = table.admit(contact, at: start) }
    table.failed(contacts[3].nodeID, at: start)
    let target = contacts[3].nodeID
    let found = table.closest(to: target, count: 20, withoutFailures: true, excluding: contacts[5].nodeID)
    #expect(found.count == 8 && !found.contains(contacts[3]) && !found.contains(contacts[5]))
    #expect(table.closest(to: target, count: 20).count == 10)
  }

  @Test func anEmptyTableHasNobody() {
    let table = RoutingTable(local: local)
    #expect(table.closest(to: local, count: 20).isEmpty)
    #expect(table.lowestOccupied == nil && table.goodCount == 0 && table.entries.isEmpty)
  }

  @Test func theLocalNodeIsNeverAdmitted() {
    var table = RoutingTable(local: local)
    expectEqual(table.admit(Made.contact(local), at: start), .refusedAsLocal)
    #expect(table.count == 0)
  }

  /// Field case D35.
  @Test func fiftyIdentitiesOnOneOnionAreOneEntry() {
    var table = RoutingTable(local: local)
    let address = Made.onion("shifty")
    let first = Contact(nodeID: Made.id(1), address: address)
    expectEqual(table.admit(first, at: start), .added)
    for number in 2...50 as ClosedRange<UInt64> {
      let other = Contact(nodeID: Made.id(number), address: Made.onion("shifty", port: UInt16(number)))
      expectEqual(table.admit(other, at: start), .refusedAddressTaken)
    }
    #expect(table.count == 1)
    #expect(table.entries.map(\.contact) == [first])
  }

  @Test func processesOfOneMachineDifferByPort() {
    var table = RoutingTable(local: local)
    for port in 1...5 as ClosedRange<UInt16> {
      let contact = Contact(nodeID: Made.id(UInt64(port)), address: PeerAddress.loopback(port: port))
      expectEqual(table.admit(contact, at: start), .added)
    }
  }

  @Test func aProvenNewAddressReplacesTheOld() {
    var table = RoutingTable(local: local)
    let old = Made.contact(Made.id(1))
    let moved = Contact(nodeID: old.nodeID, address: Made.onion("moved"))
    _ = table.admit(old, at: at(0))
    expectEqual(table.admit(moved, at: at(1)), .renewed)
    #expect(table.entry(old.nodeID)?.contact == moved)
    // The old address is free again, the new one is not.
    expectEqual(table.admit(Contact(nodeID: Made.id(2), address: old.address), at: at(2)), .added)
    expectEqual(table.admit(Contact(nodeID: Made.id(3), address: moved.address), at: at(2)), .refusedAddressTaken)
  }

  @Test func aFullBucketKeepsWhoAnswersAndRemembersTheNewcomer() {
    var table = RoutingTable(local: local)
    let contacts = far(21)
    for (second, contact) in contacts.prefix(20).enumerated() { _ = table.admit(contact, at: at(second)) }
    #expect(!table.hasRoom(for: contacts[20].nodeID))
    expectEqual(table.admit(contacts[20], at: at(30)), .waiting(behind: contacts[0]))
    table.answered(contacts[0].nodeID, roundTrip: .seconds(1), at: at(31))
    expectEqual(table.admit(contacts[20], at: at(32)), .waiting(behind: contacts[1]))
    #expect(table.count == 20 && table.entry(contacts[20].nodeID) == nil)

    for _ in 0..<3 { table.failed(contacts[1].nodeID, at: at(40)) }
    #expect(table.entry(contacts[1].nodeID) == nil)
    #expect(table.entry(contacts[20].nodeID) != nil)
    #expect(table.count == 20)
  }

  @Test func replacementsAreBoundedAndTheNewestIsTaken() {
    var table = RoutingTable(local: local)
    let contacts = far(60)
    for contact in contacts { _ = table.admit(contact, at: start) }
    #expect(table.bucket(255).replacements.map(\.contact) == Array(contacts.suffix(10)))
    table.remove(contacts[0].nodeID, at: at(1))
    #expect(table.entry(contacts[59].nodeID) != nil)
    #expect(table.bucket(255).replacements.count == 9)
  }

  @Test func aQuestionableContactGivesWayToANewcomer() {
    var table = RoutingTable(local: local)
    let contacts = far(21)
    for contact in contacts.prefix(20) { _ = table.admit(contact, at: start) }
    // Nobody waits and fewer than k good ones would be left: it stays, as questionable.
    for _ in 0..<5 { expectEqual(table.failed(contacts[4].nodeID, at: at(1)), false) }
    #expect(table.goodCount == 19 && table.count == 20)
    expectEqual(table.admit(contacts[20], at: at(2)), .added)
    #expect(table.entry(contacts[4].nodeID) == nil && table.goodCount == 20)
  }

  @Test func theLastContactsStayHoweverOftenTheyFail() {
    var table = RoutingTable(local: local)
    let contacts = far(3)
    for contact in contacts { _ = table.admit(contact, at: start) }
    for contact in contacts { for _ in 0..<10 { table.failed(contact.nodeID, at: at(1)) } }
    #expect(table.count == 3 && table.goodCount == 0)
    table.answered(contacts[0].nodeID, roundTrip: nil, at: at(2))
    #expect(table.goodCount == 1)
  }

  @Test func aFailedContactGoesWhenEnoughOthersAreGood() {
    var table = RoutingTable(local: local)
    let near = (1...20 as ClosedRange<UInt64>).map { Made.contact(Made.id(sharing: 4, with: local, $0)) }
    let lone = far(1)[0]
    for contact in near + [lone] { _ = table.admit(contact, at: start) }
    expectEqual(table.failed(lone.nodeID, at: at(1)), false)
    expectEqual(table.failed(lone.nodeID, at: at(1)), false)
    expectEqual(table.failed(lone.nodeID, at: at(1)), true)
    #expect(table.count == 20 && table.lowestOccupied == 251)
  }

  @Test func whoAnsweredLastStandsLast() {
    var table = RoutingTable(local: local)
    let contacts = far(3)
    for (second, contact) in contacts.enumerated() { _ = table.admit(contact, at: at(second)) }
    table.answered(contacts[0].nodeID, roundTrip: .seconds(2), at: at(9))
    #expect(table.bucket(255).entries.map(\.contact) == [contacts[1], contacts[2], contacts[0]])
    #expect(table.entry(contacts[0].nodeID)?.lastSeen == at(9))
    #expect(table.entry(contacts[0].nodeID)?.roundTrip?.typical == .seconds(2))
  }

  // MARK: Limits

  @Test func oneNodeMayNameSoManyOnceTheTableHoldsEnough() {
    var table = RoutingTable(local: Made.id(0))
    let introducer = Made.id(5000)
    func spread(_ count: Int, from number: UInt64) -> [Contact] {
      (0..<UInt64(count)).map { Made.contact(Made.id(sharing: 1 + Int($0 % 6), with: Made.id(0), number + $0)) }
    }
    let (first, named) = (far(20), spread(30, from: 600))
    for contact in first { #expect(table.admit(contact, at: at(0)) != .refusedIntroducer) }
    let answers = named.map { table.admit($0, introducer: introducer, at: at(1)) }
    #expect(answers.count { $0 == .refusedIntroducer } == 10)
    // When one of them goes, another may come; one with work may always.
    let admitted = named.first { table.entry($0.nodeID) != nil }
    if let admitted { table.remove(admitted.nodeID, at: at(2)) }
    let more = spread(2, from: 900)
    #expect(table.admit(more[0], introducer: introducer, at: at(3)) != .refusedIntroducer)
    #expect(table.admit(more[1], introducer: introducer, workBits: 20, at: at(3)) != .refusedIntroducer)
  }

  @Test func aRegionHoldsNoMoreContactsThanItsShare() {
    let local = Made.id(0)
    var table = RoutingTable(local: local)
    let limits = RegionLimits(networkSize: 60)
    for contact in (0..<22 as Range<UInt64>).map({
      Made.contact(Made.id(sharing: 1 + Int($0 % 3), with: local, $0))
    }) {
      _ = table.admit(contact, limits: limits, at: at(0))
    }
    let key = Made.id(sharing: 0, with: local, 77)
    let packed = (0..<20 as Range<UInt64>).map { Made.contact(Made.id(sharing: 16, with: key, 700 + $0)) }
    let answers = packed.map { table.admit($0, limits: limits, at: at(1)) }
    #expect(answers.count { $0 == .added } == 2 && answers.count { $0 == .refusedPacked } == 18)
    #expect(table.admit(packed[9], workBits: 25, limits: limits, at: at(1)) == .added)
  }

  @Test func workIsPreferredAndAskedForOnlyIfTheOperatorWantsIt() {
    var settings = KademliaSettings()
    settings.replacementsPerBucket = 3
    var table = RoutingTable(local: Made.id(0), settings: settings)
    let contacts = (0..<30 as Range<UInt64>).map { Made.contact(Made.id(sharing: 0, with: Made.id(0), $0)) }
    for (number, contact) in contacts.enumerated() {
      _ = table.admit(contact, workBits: number == 21 ? 24 : 0, at: at(number))
    }
    table.remove(contacts[0].nodeID, at: at(40))
    #expect(table.entry(contacts[21].nodeID)?.workBits == 24)
    settings.requiredWorkBits = 18
    var strict = RoutingTable(local: Made.id(0), settings: settings)
    #expect(strict.admit(contacts[1], workBits: 17, at: at(0)) == .refusedWithoutWork)
    #expect(strict.admit(contacts[1], workBits: 18, at: at(0)) == .added)
  }
}
