package import World

/// Which way a message went.
package enum MessageDirection: String, Codable, Sendable, CaseIterable { case incoming, outgoing }

/// What is known of a message. Outgoing ones climb from `queued`; each state is set by its evidence only.
package enum MessageState: String, Codable, Sendable, CaseIterable {
  /// Stored here, not yet handed to a connection.
  case queued
  /// Handed to a proven connection with the peer.
  case sent
  /// A relay holds it for the peer.
  case relayed
  /// The peer's signed receipt has come.
  case delivered
  /// The peer's signed read receipt has come.
  case read
  /// Given up; `reason` says why.
  case failed
  /// Withdrawn by the owner before it was delivered.
  case cancelled
  /// An incoming message.
  case received

  /// Whether no further state can follow but `read`.
  package var isSettled: Bool {
    switch self {
    case .delivered, .read, .failed, .cancelled, .received: true
    case .queued, .sent, .relayed: false
    }
  }
}

/// The message that another one answers.
package struct ReplyView: Codable, Sendable, Hashable {
  package var messageID: String
  /// Absent when the message is not here: it was erased, or never came.
  package var direction: MessageDirection?
  /// The beginning of its text.
  package var excerpt: String?

  package init(messageID: String, direction: MessageDirection? = nil, excerpt: String? = nil) {
    self.messageID = messageID
    self.direction = direction
    self.excerpt = excerpt
  }
}

/// What somebody has set on a message.
package struct ReactionView: Codable, Sendable, Hashable {
  /// Who: `outgoing` is the owner, `incoming` the peer.
  package var by: MessageDirection
  /// Text from outside when it is the peer's.
  package var emoji: String

  package init(by: MessageDirection, emoji: String) {
    self.by = by
    self.emoji = emoji
  }
}

/// One message of a conversation: a text, or a file with its caption.
package struct MessageView: Codable, Sendable, Hashable {
  package var messageID: String
  /// The peer's node ID.
  package var nodeID: String
  /// The owner's name for the peer, else what the peer calls itself.
  package var name: String?
  package var direction: MessageDirection
  package var state: MessageState
  /// The text: from outside when incoming.
  package var body: String
  /// When the author wrote it, by the author's clock.
  package var timestamp: Timestamp
  /// When the state was reached here; of an incoming message, when it came.
  package var since: Timestamp
  /// Why it failed or waits.
  package var reason: String?
  /// Its place in the conversation, for `message.log`.
  package var cursor: String
  /// The message that it answers.
  package var reply: ReplyView?
  /// When its author changed the text last.
  package var edited: Timestamp?
  /// Absent when there are none.
  package var reactions: [ReactionView]?
  /// When it is erased on both sides.
  package var expires: Timestamp?
  /// What it carries; `body` is the caption then.
  package var file: FileView?
  /// True when messages that the peer wrote before it are missing here.
  package var gap: Bool?

  package init(
    messageID: String, nodeID: String, name: String? = nil, direction: MessageDirection, state: MessageState,
    body: String, timestamp: Timestamp, since: Timestamp, reason: String? = nil, cursor: String,
    reply: ReplyView? = nil, edited: Timestamp? = nil, reactions: [ReactionView]? = nil, expires: Timestamp? = nil,
    file: FileView? = nil, gap: Bool? = nil
  ) {
    self.messageID = messageID
    self.nodeID = nodeID
    self.name = name
    self.direction = direction
    self.state = state
    self.body = body
    self.timestamp = timestamp
    self.since = since
    self.reason = reason
    self.cursor = cursor
    self.reply = reply
    self.edited = edited
    self.reactions = reactions
    self.expires = expires
    self.file = file
    self.gap = gap
  }
}

/// A step of a message's way and what shows it.
package struct MessageStep: Codable, Sendable, Hashable {
  package var state: MessageState
  package var at: Timestamp
  /// In words: `written to the link`, `receipt signed by the peer`.
  package var evidence: String?

  package init(state: MessageState, at: Timestamp, evidence: String? = nil) {
    self.state = state
    self.at = at
    self.evidence = evidence
  }
}
