import Chat
import ControlAPI
import E2EE
import Kademlia
import Wire
import World

/// The node's values as the control socket shows them.
extension IdentityView {
  init(_ identity: LocalIdentity, port: UInt16) {
    let address = PeerAddress(identity.onion, port: port)
    self.init(
      nodeID: identity.nodeID.hex, peerID: identity.peerID, prefix: String(identity.nodeID.hex.prefix(16)),
      address: address.text, username: identity.username, safetyNumber: identity.safetyNumber.text,
      link: ContactLink(nodeID: identity.nodeID, address: address).text)
  }
}

extension ContactView {
  init(
    _ contact: ChatContact, session: SessionState, handshake: SessionHandshake?, link: LinkState, port: UInt16,
    unread: Int
  ) {
    let address =
      contact.address
      ?? contact.keys.flatMap { OnionAddress(signingKey: $0.signingKey) }.map { PeerAddress($0, port: port) }
    self.init(
      nodeID: contact.nodeID.hex, peerID: contact.nodeID.peerID, name: contact.localName,
      username: contact.username, address: address?.text,
      safetyNumber: contact.keys.map { SafetyNumber(signingKey: $0.signingKey, dhKey: $0.dhKey).text },
      state: ContactState(contact.trust),
      session: session, handshake: handshake, link: link, added: contact.addedAt, lastSeen: contact.lastSeen,
      unread: unread)
    muted = contact.switches.isMuted ? true : nil
    receipts = contact.switches.receipts
    typing = contact.switches.typing
    lifetimeMilliseconds = contact.switches.lifetime?.milliseconds
    verified = contact.verifiedAt
    successor = contact.successor?.hex
  }
}

extension SessionHandshake {
  init(_ handshake: Handshake) {
    switch handshake {
    case .classical: self = .classical
    case .postQuantum: self = .postQuantum
    }
  }
}

extension SessionState {
  /// - Parameters:
  ///   - healedAt: when a session was last begun anew because another failed.
  ///   - waits: whether a message waits for its receipt: what was acknowledged was read.
  init(_ session: Session?, healedAt: Timestamp?, waits: Bool) {
    guard let session else {
      self = .none
      return
    }
    let replacesFailed = healedAt.map { $0 >= session.openedAt } ?? false
    self = !session.isPending ? .established : replacesFailed && waits ? .broken : .initiated
  }
}

extension ConflictKind {
  init(_ kind: RequestConflict.Kind) {
    switch kind {
    case .address: self = .address
    case .name: self = .name
    case .key: self = .key
    }
  }
}

extension ContactState {
  init(_ trust: ChatContact.Trust) {
    switch trust {
    case .requested: self = .requested
    case .accepted: self = .accepted
    case .blocked: self = .blocked
    }
  }

  var trust: ChatContact.Trust {
    switch self {
    case .requested: .requested
    case .accepted: .accepted
    case .blocked: .blocked
    }
  }
}

extension MessageView {
  init(_ message: ChatMessage, of contact: ChatContact?, since: Timestamp, reason: String? = nil) {
    let state = MessageState(message.state, direction: message.direction)
    self.init(
      messageID: message.id.text, nodeID: message.peer.hex, name: contact?.name,
      direction: message.direction == .sent ? .outgoing : .incoming, state: state, body: message.body,
      timestamp: message.sentAt, since: since, reason: reason ?? message.failureText,
      cursor: message.place.cursor, edited: message.editedAt, expires: message.expiresAt)
  }
}

extension MessageState {
  init(_ state: DeliveryState, direction: Direction) {
    switch (direction, state) {
    case (.received, .read): self = .read
    case (.received, _): self = .received
    case (.sent, .queued): self = .queued
    case (.sent, .sent): self = .sent
    case (.sent, .relayed): self = .relayed
    case (.sent, .delivered): self = .delivered
    case (.sent, .read): self = .read
    case (.sent, .failed(.cancelled)): self = .cancelled
    case (.sent, .failed(.blocked)), (.sent, .failed(.refusedByPeer)): self = .failed
    }
  }
}

extension ChatMessage {
  /// Why it failed, in words.
  fileprivate var failureText: String? {
    switch state {
    case .queued, .sent, .relayed, .delivered, .read: nil
    case .failed(.cancelled): "withdrawn by the owner"
    case .failed(.blocked): "the contact was blocked"
    case .failed(.refusedByPeer):
      "the peer could not take it" + (file == nil ? "" : ": the file in it may have no room there")
    }
  }
}

extension MessageStep {
  init(_ step: DeliveryStep) {
    let times = step.times > 1 ? " (\(step.times) times)" : ""
    self.init(state: MessageState(step), at: step.lastAt, evidence: step.words + times)
  }
}

extension MessageState {
  fileprivate init(_ step: DeliveryStep) {
    switch step.kind {
    case .queued, .dialling, .unreachable: self = .queued
    case .sent, .forwarded, .dropped: self = .sent
    case .relayed: self = .relayed
    case .delivered: self = .delivered
    case .read: self = .read
    case .file: self = .delivered
    case .failed: self = step.reason == .cancelled ? .cancelled : .failed
    }
  }
}

extension DeliveryStep {
  fileprivate var reason: FailureReason? { FailureReason(rawValue: evidence) }

  /// What happened, beside the state that the message had then.
  fileprivate var words: String {
    switch kind {
    case .queued, .sent, .relayed, .forwarded, .dropped, .delivered, .read: evidence
    case .file: "the file is \(evidence)"
    case .dialling: "connecting, \(evidence)"
    case .unreachable: "not reached, \(evidence)"
    case .failed: reason?.words ?? evidence
    }
  }
}

extension TraceStep {
  init(_ step: DeliveryStep) {
    let kind: TraceStepKind =
      switch step.kind {
      case .queued: .queued
      case .dialling: .dialling
      case .unreachable: .unreachable
      case .sent: .sent
      case .relayed: .relayed
      case .forwarded: .forwarded
      case .dropped: .dropped
      case .delivered: .delivered
      case .read: .read
      case .file: .file
      case .failed: .failed
      }
    self.init(
      kind: kind, at: step.firstAt, lastAt: step.times > 1 ? step.lastAt : nil, times: step.times,
      evidence: step.reason?.words ?? step.evidence)
  }
}

extension MatchView {
  init(_ match: Match, local: NodeID, at now: Timestamp) {
    let verified = match.verified
    self.init(
      nodeID: verified.nodeID.hex, peerID: verified.nodeID.peerID, username: verified.username,
      safetyNumber: SafetyNumber(signingKey: verified.signingKey, dhKey: verified.dhKey).text,
      address: verified.address?.text,
      timestamp: verified.timestamp.timestamp,
      ageMilliseconds: max(0, (now - verified.timestamp.timestamp).milliseconds), replicas: match.holders.count,
      stale: match.staleHolders.count, servedBy: match.holders.filter { $0 != local }.map(\.hex))
  }
}

extension AuditView {
  init(_ report: AuditReport) {
    self.init(
      at: report.at, asked: report.asked, replicas: report.replicas.count, stale: report.stale,
      missing: report.missing, newerElsewhere: report.isNewerElsewhere)
  }
}

extension LookupStepView {
  init(_ step: LookupStep) {
    self.init(
      nodeID: step.contact.nodeID.hex, address: step.contact.address.text, sharedBits: step.sharedBits,
      path: step.path, hop: step.hop, state: .pending, askedMilliseconds: step.askedAfter.milliseconds,
      tookMilliseconds: step.endedAfter.map { ($0 - step.askedAfter).milliseconds })
    switch step.result {
    case .pending: break
    case .late: state = .late
    case .answered(let nodes, let bundles): (state, self.nodes, self.bundles) = (.answered, nodes, bundles)
    case .failed(let reason): (state, failure) = (.failed, reason.words)
    }
  }
}

extension RequestFailure {
  /// For a person.
  fileprivate var words: String {
    switch self {
    case .unreachable: "not reached"
    case .closed: "the connection closed"
    case .otherIdentity: "somebody else is at that address"
    case .nonsense: "a wrong answer"
    case .timedOut: "no answer"
    case .ownNetwork: "this node's own network failed"
    }
  }
}

extension HistoryPlace {
  /// The place as an opaque word for `message.log`.
  var cursor: String { "\(position).\(sequence)" }

  init?(cursor: String) {
    let parts = cursor.split(separator: ".").compactMap { Int64($0) }
    guard parts.count == 2 else { return nil }
    self.init(position: parts[0], sequence: parts[1])
  }
}
