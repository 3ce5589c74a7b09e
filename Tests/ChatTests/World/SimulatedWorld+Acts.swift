import Chat
import E2EE
import TestWorld
import Testing
import Wire
import World

/// What a test makes the nodes do.
extension SimulatedWorld {
  func id(_ node: Int) -> NodeID { nodes[node].id }

  /// Makes two nodes contacts of each other.
  mutating func introduce(_ a: Int, _ b: Int) {
    add(b, to: a)
    add(a, to: b)
  }

  /// Makes `other` a contact of `node`.
  mutating func add(_ other: Int, to node: Int) {
    let peer = id(other)
    call(node) { node, now throws(ChatError) in
      try node.engine.addContact(peer, at: now, in: node.store, using: &node.chance)
    }
  }

  mutating func accept(_ other: Int, at node: Int) {
    let peer = id(other)
    call(node) { node, now throws(ChatError) in
      try node.engine.acceptRequest(of: peer, at: now, in: node.store, using: &node.chance)
    }
  }

  mutating func block(_ other: Int, at node: Int) {
    let peer = id(other)
    call(node) { node, now throws(ChatError) in
      try node.engine.blockContact(peer, at: now, in: node.store, using: &node.chance)
    }
  }

  mutating func unblock(_ other: Int, at node: Int) {
    let peer = id(other)
    call(node) { node, now throws(ChatError) in
      try node.engine.unblockContact(peer, at: now, in: node.store, using: &node.chance)
    }
  }

  mutating func remove(_ other: Int, at node: Int) {
    let peer = id(other)
    call(node) { node, now throws(ChatError) in
      try node.engine.removeContact(peer, at: now, in: node.store, using: &node.chance)
    }
  }

  mutating func cancel(_ id: MessageID?, at node: Int) {
    guard let id else { return }
    call(node) { node, now throws(ChatError) in
      try node.engine.cancel(id, at: now, in: node.store, using: &node.chance)
    }
  }

  mutating func rename(_ other: Int, to name: String?, at node: Int) {
    let peer = id(other)
    call(node) { node, now throws(ChatError) in
      try node.engine.renameContact(peer, to: name, at: now, in: node.store, using: &node.chance)
    }
  }

  /// Sends what this version's engine would not: a payload of the test's own on a live link.
  mutating func transmit(_ type: MessageType, _ payload: some Encodable, from a: Int, to b: Int) {
    guard let epoch = links[[a, b]] else { return }
    let wire = nodes[a].identity.sign(type: type, payload: Payload.encode(payload), at: clock.now.timestamp)
    schedule(.frame(wire, from: a, to: b, epoch: epoch), after: .milliseconds(500))
  }

  /// The same for a content, encrypted in the session that `a` has with `b`.
  mutating func transmit(_ content: MessageContent, from a: Int, to b: Int) {
    let peer = id(b)
    guard var sessions = nodes[a].store.state.sessions[peer], let ring = nodes[a].store.state.ring else { return }
    let sender = nodes[a].identity
    let now = clock.now.timestamp
    let id = MessageID.random(using: &chance).text
    guard
      let message = try? sessions.encrypt(
        Payload.encode(content), messageID: id,
        senderBundle: { ring.directoryBundle(of: sender, address: nil, at: now) }, at: now, using: &chance)
    else { return }
    tamper(a) { (store) throws(InMemoryChatStore.Failure) in try store.savePeerSessions(sessions) }
    switch message {
    case .message(let payload): transmit(.message, payload, from: a, to: b)
    case .initiation(let payload): transmit(.initiateSession, payload, from: a, to: b)
    }
  }

  /// A message of a session that there is not.
  var nonsense: ChatMessagePayload {
    let box = Base64Data([UInt8](repeating: 7, count: 64))
    return ChatMessagePayload(
      ratchetMessage: RatchetMessage(encryptedHeader: box, ciphertext: box), messageID: "nonsense")
  }

  var wireNow: WireDate { WireDate(clock.now.timestamp) }

  mutating func setOnline(_ node: Int, _ online: Bool) {
    nodes[node].isOnline = online
    if !online { for ends in linked(node) { cut(ends) } }
  }

  mutating func crash(_ node: Int) {
    crashes += 1
    nodes[node].restart()
    for ends in linked(node) { cut(ends, exceptTelling: node) }
    call(node) { node, now throws(ChatError) in
      try node.engine.start(at: now, in: node.store, using: &node.chance)
    }
  }

  /// Changes what a node has stored, as damage or another program would, and commits it.
  mutating func tamper(_ node: Int, _ change: (InMemoryChatStore) throws(InMemoryChatStore.Failure) -> Void) {
    try? change(nodes[node].store)
    nodes[node].store.commit()
  }

  /// Opens a link, as a dial by somebody else does.
  mutating func link(_ a: Int, _ b: Int) {
    guard links[[a, b]] == nil, nodes[a].isOnline, nodes[b].isOnline else { return }
    nextEpoch += 1
    let epoch = nextEpoch
    links[[a, b]] = epoch
    for (node, other) in [(a, b), (b, a)] where links[[a, b]] == epoch { prove(other, to: node) }
  }

  mutating func cut(_ a: Int, _ b: Int) { cut([a, b]) }
}
