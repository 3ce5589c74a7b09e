import Kademlia
import Simulator
import TestWorld
import Testing
import Wire
import World

/// A record that its owner takes back.
@Suite struct WithdrawalRecordTests {
  private func store(_ bundle: PreKeyBundle, in bench: inout Bench) throws -> StoreAnswer? {
    let end = WireDate(bench.now.timestamp + .seconds(60))
    let answer = try bench.engine.answer(
      .store(bundle, expiresAt: end), from: Requester(link: 1, nodeID: nil), at: bench.now)
    guard case .stored(let answer)? = answer else { return nil }
    return answer
  }

  @Test func itTakesTheRecordsPlaceAndOutlivesEveryCopyOfIt() throws {
    var bench = Bench()
    let other = bench.identities(1)[0]
    let (bundle, withdrawal) = (other.bundle(at: bench.now.timestamp), other.withdrawal(at: bench.now.timestamp))
    #expect(try store(bundle, in: &bench) == .accepted)
    #expect(try store(withdrawal, in: &bench) == .accepted)
    // Even at the last moment at which the bundle could be stored anew, and when that lease would end.
    for hours in [1, 23, 24, 25, 48] {
      var later = bench
      later.clock.advance(by: .seconds(hours * 3600))
      #expect(try store(bundle, in: &later) == .refused("older", newer: withdrawal))
      _ = later.records.expire(at: later.now.timestamp)
      #expect(later.records.record(of: other.nodeID, at: later.now.timestamp)?.isWithdrawal == true)
    }
    bench.clock.advance(by: .seconds(49 * 3600))
    #expect(bench.records.expire(at: bench.now.timestamp) == 1)
  }

  @Test func aLaterBundleEndsIt() throws {
    var bench = Bench()
    let other = bench.identities(1)[0]
    let later = other.bundle(at: bench.now.timestamp + .seconds(1))
    #expect(try store(other.withdrawal(at: bench.now.timestamp), in: &bench) == .accepted)
    #expect(try store(other.bundle(at: bench.now.timestamp - .seconds(1)), in: &bench) != .accepted)
    #expect(try store(later, in: &bench) == .accepted)
    let forged = bench.identities(1)[0].withdrawal(at: bench.now.timestamp)
    var stolen = forged
    stolen.signingKeyPublic = later.signingKeyPublic
    stolen.dhIdentityKeyPublic = later.dhIdentityKeyPublic
    stolen.timestamp = WireDate(bench.now.timestamp + .seconds(2))
    #expect(try store(stolen, in: &bench) == .refused("bad_bundle_signature", newer: nil))
  }

  @Test func aLookupThatMeetsItFindsNobodyAndTellsTheHolders() throws {
    var bench = Bench()
    let other = bench.identities(1)[0]
    let peers = Made.contacts(6)
    bench.learn(peers)
    let (old, withdrawal) = (other.bundle(at: bench.now.timestamp), other.withdrawal(at: bench.now.timestamp))
    var repaired: [NodeID: PreKeyBundle] = [:]
    let rest = bench.answerAll(bench.find(.node(other.nodeID)).directives) { ask in
      if case .store(let bundle, _) = ask.request {
        repaired[ask.contact.nodeID] = bundle
        return .stored(.accepted)
      }
      return .value([ask.contact == peers[0] ? withdrawal : old], nodes: [])
    }
    let outcome = try #require(rest.outcomes.first)
    #expect(outcome.matches.isEmpty && outcome.withdrawn == [other.nodeID])
    #expect(Set(repaired.keys) == Set(peers.dropFirst().map(\.nodeID)))
    #expect(repaired.values.allSatisfy { $0 == withdrawal })
  }

  @Test func theOwnerStoresItAgainWhileItLastsAndSignsNothingNew() throws {
    var bench = Bench()
    _ = bench.start()
    bench.learn(Made.contacts(4))
    let withdrawal = bench.identity.withdrawal(at: bench.now.timestamp)
    var stored = 0
    func answer(_ ask: Ask) -> DHTResponse {
      if case .store(withdrawal, _) = ask.request { stored += 1 }
      if case .findValue = ask.request { return .value([withdrawal], nodes: []) }
      return ask.plainAnswer
    }
    let directives = try bench.engine.publish(withdrawal, at: bench.now, using: &bench.rng)
    let reports = bench.answerAll(directives, with: answer).reports
    #expect(reports.last?.isWithdrawal == true && reports.last?.accepted == 4)
    bench.run(for: .seconds(72 * 3600)) { bench, directives in
      #expect(!bench.answerAll(directives, with: answer).wantsRepublishing)
    }
    #expect(stored >= 4 * 4 && stored <= 4 * 6)
    #expect(bench.engine.snapshot.republishDue == nil)
  }
}
