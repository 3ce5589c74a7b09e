import Kademlia
package import World

/// How many copies there are of what was published, as only an observer of all can know it.
package struct RecordSurvey: Sendable {
  /// When it was made.
  package let at: Instant
  /// Copies of each record at honest nodes that are up, besides its owner, ascending.
  package let replicas: [Int]

  init(at: Instant, replicas: [Int]) {
    self.at = at
    self.replicas = replicas.sorted()
  }

  /// Several networks together.
  package init(joining surveys: [RecordSurvey]) {
    self.init(at: surveys.last?.at ?? Instant(nanoseconds: 0), replicas: surveys.flatMap(\.replicas))
  }

  package var records: Int { replicas.count }
  package var least: Int { replicas.first ?? 0 }
  package var median: Int { replicas.isEmpty ? 0 : replicas[replicas.count / 2] }
  /// Records of which no copy can be had.
  package var lost: Int { replicas.count { $0 == 0 } }
}

extension SimulatedNetwork {
  /// Counts the copies of all records that somebody has accepted.
  package func survey() -> RecordSurvey {
    var copies: [Int: Int] = [:]
    for owner in nodes.indices where nodes[owner].isPublished { copies[owner] = 0 }
    for holder in nodes.indices where nodes[holder].isUp && nodes[holder].role == .honest {
      for record in nodes[holder].records.records(after: nil, limit: .max, at: now.timestamp) {
        guard let owner = indexByID[record.nodeID], owner != holder else { continue }
        copies[owner]? += 1
      }
    }
    return RecordSurvey(at: now.instant, replicas: Array(copies.values))
  }
}
