package import World

/// What happened to a message, in the words of its trace.
package enum TraceStepKind: String, Codable, Sendable, CaseIterable {
  case queued, dialling, unreachable, sent, relayed, forwarded, dropped, delivered, read, failed, file
  /// An incoming message was stored here.
  case received
}

/// One step of a message's way, with what shows it.
package struct TraceStep: Codable, Sendable, Hashable {
  package var kind: TraceStepKind
  /// When it happened first.
  package var at: Timestamp
  /// When it happened last; absent when it happened once.
  package var lastAt: Timestamp?
  package var times: Int
  package var evidence: String

  package init(kind: TraceStepKind, at: Timestamp, lastAt: Timestamp? = nil, times: Int = 1, evidence: String) {
    self.kind = kind
    self.at = at
    self.lastAt = lastAt
    self.times = times
    self.evidence = evidence
  }
}

/// A node that holds a copy of a message for the peer.
package struct HolderView: Codable, Sendable, Hashable {
  package var nodeID: String
  package var until: Timestamp

  package init(nodeID: String, until: Timestamp) {
    self.nodeID = nodeID
    self.until = until
  }
}

/// `message.trace`: every step of a message, and who holds it now.
package enum MessageTrace: ControlMethod {
  package static let method = Method.messageTrace

  package typealias Params = MessageReference

  package struct Result: Codable, Sendable, Hashable {
    package var message: MessageView
    package var steps: [TraceStep]
    package var holders: [HolderView]

    package init(message: MessageView, steps: [TraceStep], holders: [HolderView]) {
      self.message = message
      self.steps = steps
      self.holders = holders
    }
  }
}
