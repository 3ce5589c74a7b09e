/// How far a message has come. Docs/spec/chat.md states what moves it from one to the next.
///
/// A received message is `delivered` when it is stored and becomes `read` when the user has seen it.
package enum DeliveryState: Hashable, Sendable {
  /// Stored here; nothing has left this node.
  case queued
  /// Written to a link that was proven to be the peer's; no receipt yet.
  case sent
  /// Held for the peer by another node, which signed for it.
  case relayed
  /// The peer's own signed receipt for this message was verified.
  case delivered
  /// The peer says that its user saw it.
  case read
  /// It will not be sent any more.
  case failed(FailureReason)

  /// Whether nothing can change the state any more, a reading receipt aside.
  package var isFinal: Bool {
    switch self {
    case .queued, .sent, .relayed: false
    case .delivered, .read, .failed: true
    }
  }
}

extension DeliveryState {
  /// What became of the message, as the end of a sentence.
  package var words: String {
    switch self {
    case .queued: "waits"
    case .sent: "is sent"
    case .relayed: "is held by another node"
    case .delivered: "is delivered"
    case .read: "is read"
    case .failed(let reason): reason.words
    }
  }
}

/// Why a message will not be sent any more.
package enum FailureReason: String, Sendable, CaseIterable {
  /// The user took it back.
  case cancelled
  /// The contact was blocked while the message waited.
  case blocked
  /// The peer answered that it could not take the message.
  case refusedByPeer = "refused-by-peer"

  package var words: String {
    switch self {
    case .cancelled: "was withdrawn"
    case .blocked: "was given up when the contact was blocked"
    case .refusedByPeer: "was refused by the peer, which could not take it"
    }
  }
}

extension DeliveryState: RawRepresentable {
  /// `queued`, …, `read`, or `failed:` and the reason: how the state is stored and shown to programs.
  package var rawValue: String {
    switch self {
    case .queued: "queued"
    case .sent: "sent"
    case .relayed: "relayed"
    case .delivered: "delivered"
    case .read: "read"
    case .failed(let reason): "failed:" + reason.rawValue
    }
  }

  package init?(rawValue: String) {
    let all: [DeliveryState] =
      [.queued, .sent, .relayed, .delivered, .read] + FailureReason.allCases.map(DeliveryState.failed)
    guard let state = all.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = state
  }
}
