import Kademlia
import Wire
import World

/// What must hold after each call of an engine, whatever happens.
extension SimulatedNetwork {
  /// Violations that are kept: the first tells most.
  private static let remembered = 20
  /// How often a whole table is looked through; the rest is checked at each step.
  private static let stepsPerTable = 1024
  /// Calls at one instant that are no busy loop yet: several things may fall due together.
  private static let wakesAtOnce = 20

  mutating func check(_ directives: [Engine.Directive], of node: Int) {
    steps += 1
    for directive in directives {
      switch directive {
      case .request(_, let contact, _):
        demand(contact.nodeID != contacts[node].nodeID, "asks itself", node)
      case .probe(let contact): demand(contact.nodeID != contacts[node].nodeID, "dials itself back", node)
      case .finished(_, let outcome): check(outcome, of: node)
      case .published(let report):
        demand(report.accepted + report.unanswered <= report.asked, "counts more holders than it asked", node)
        demand(Set(report.holders).count == report.holders.count, "counts a holder twice", node)
      case .saveContacts(let contacts):
        demand(contacts.count <= settings.kademlia.savedContacts, "saves too many contacts", node)
      case .cancel, .dialSeed, .found, .pinged, .audited, .left, .republish, .storeFailed: break
      }
    }
    if steps.isMultiple(of: Self.stepsPerTable) { checkTable(of: node) }
  }

  /// An engine is called for the time's sake: it must not ask for that again and again while time stands still.
  mutating func noteWake(of node: Int) {
    nodes[node].wakesAtOnce = nodes[node].lastWake == now.instant ? nodes[node].wakesAtOnce + 1 : 0
    nodes[node].lastWake = now.instant
    demand(nodes[node].wakesAtOnce < Self.wakesAtOnce, "runs in a busy loop", node)
  }

  // MARK: Inside

  private mutating func check(_ outcome: LookupOutcome, of node: Int) {
    let limits = settings.kademlia
    demand(outcome.closest.count <= limits.k, "counts more than k as nearest", node)
    let distances = outcome.closest.map { $0.nodeID.distance(to: outcome.target) }
    demand(zip(distances, distances.dropFirst()).allSatisfy { $0 < $1 }, "lists the nearest out of order", node)
    let areReal = outcome.closest.allSatisfy { contact in
      indexByID[contact.nodeID].map { contacts[$0] == contact } ?? false
    }
    demand(areReal, "counts a node as nearest that does not exist", node)
    let longest = limits.lookupTimeout + .seconds(1)
    demand(outcome.duration <= longest || outcome.ending == .busy, "has a lookup without end", node)
    let most = limits.candidatesPerLookup * (1 + limits.alternativeAddresses) * limits.maximumPaths
    demand(outcome.requests <= most, "asks without end", node)
    for match in outcome.matches {
      let owner = indexByID[match.record.nodeID]
      demand(owner.map { nodes[$0].role == .honest } ?? false, "believes a record of nobody", node)
      demand(match.verified.bundle.username == "node", "believes a forged record", node)
      demand(match.record.expiresAt > now.timestamp, "believes an expired record", node)
    }
  }

  private mutating func checkTable(of node: Int) {
    let table = nodes[node].engine.table
    var (hosts, count): (Set<PeerAddress>, Int) = ([], 0)
    for index in 0..<256 {
      let entries = table.bucket(index).entries
      count += entries.count
      demand(entries.count <= settings.kademlia.k, "has more than k in a bucket", node)
      for entry in entries {
        let isRight = table.local.distance(to: entry.contact.nodeID).bucketIndex == index
        demand(isRight, "has a contact in the wrong bucket", node)
        demand(hosts.insert(entry.contact.address.withoutPort).inserted, "has an onion twice", node)
        let known = indexByID[entry.contact.nodeID]
        demand(known.map { contacts[$0] == entry.contact } ?? false, "has a forged contact", node)
      }
    }
    demand(count == table.count, "miscounts its table", node)
  }

  private mutating func demand(_ holds: Bool, _ text: String, _ node: Int) {
    guard !holds, violations.count < Self.remembered else { return }
    violations.append("node \(node) \(text), \(now.timestamp)")
  }
}
