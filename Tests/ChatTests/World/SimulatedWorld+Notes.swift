import Chat
import TestWorld
import Testing
import Wire
import World

/// What people do with messages that are there.
extension SimulatedWorld {
  @discardableResult
  mutating func reply(_ text: String, to id: MessageID?, from a: Int, to b: Int) -> MessageID? {
    send(text, from: a, to: b, replyTo: id)
  }

  /// The ID of the message, nil when the call ended in a crash or a refusal: then nothing was promised.
  @discardableResult
  mutating func send(
    _ text: String, from a: Int, to b: Int, replyTo: MessageID? = nil, lifetime: Duration? = nil
  ) -> MessageID? {
    let peer = id(b)
    var id: MessageID?
    let kept = call(a) { node, now throws(ChatError) in
      let (message, directives) = try node.engine.send(
        text, to: peer, replyTo: replyTo, lifetime: lifetime, at: now, in: node.store, using: &node.chance)
      id = message.id
      return directives
    }
    return kept ? id : nil
  }

  @discardableResult
  mutating func edit(_ id: MessageID?, to text: String, at node: Int) -> Bool {
    guard let id else { return false }
    return call(node) { node, now throws(ChatError) in
      try node.engine.edit(id, to: text, at: now, in: node.store, using: &node.chance)
    }
  }

  /// The reaction of `node` to a message of its conversation with `other`.
  @discardableResult
  mutating func react(_ emoji: String?, to id: MessageID?, at node: Int, with other: Int) -> Bool {
    guard let key = key(id, node, with: other) else { return false }
    return call(node) { node, now throws(ChatError) in
      try node.engine.react(to: key, with: emoji, at: now, in: node.store, using: &node.chance)
    }
  }

  @discardableResult
  mutating func delete(_ id: MessageID?, at node: Int, with other: Int) -> Bool {
    guard let key = key(id, node, with: other) else { return false }
    return call(node) { node, now throws(ChatError) in
      try node.engine.delete(key, at: now, in: node.store, using: &node.chance)
    }
  }

  @discardableResult
  mutating func retry(_ id: MessageID?, at node: Int) -> Bool {
    guard let id else { return false }
    return call(node) { node, now throws(ChatError) in
      try node.engine.retry(id, at: now, in: node.store, using: &node.chance)
    }
  }

  /// How many were unread.
  @discardableResult
  mutating func read(_ node: Int, with other: Int) -> Int {
    let peer = id(other)
    var count = 0
    call(node) { node, now throws(ChatError) in
      let marked = try node.engine.markRead(with: peer, at: now, in: node.store, using: &node.chance)
      count = marked.count
      return marked.directives
    }
    return count
  }

  func message(_ id: MessageID?, _ node: Int, with other: Int) -> ChatMessage? {
    history(node, with: other).first { $0.id == id }
  }

  func reactions(_ id: MessageID?, _ node: Int, with other: Int) -> [String] {
    (message(id, node, with: other)?.reactions ?? []).compactMap(\.emoji).sorted()
  }

  private func key(_ id: MessageID?, _ node: Int, with other: Int) -> MessageKey? {
    let peer = self.id(other)
    return nodes[node].store.state.messages.keys.first { $0.peer == peer && $0.id == id }
  }
}

extension SimulatedWorld {
  mutating func set(_ switches: ContactSwitches, of other: Int, at node: Int) {
    let peer = id(other)
    call(node) { node, now throws(ChatError) in
      try node.engine.setSwitches(switches, of: peer, at: now, in: node.store, using: &node.chance)
    }
  }

  /// Whether the other was told.
  @discardableResult
  mutating func type(_ isTyping: Bool, from a: Int, to b: Int) -> Bool {
    let peer = id(b)
    var isTold = false
    call(a) { node, now throws(ChatError) in
      let typing = try node.engine.setTyping(isTyping, to: peer, at: now, in: node.store, using: &node.chance)
      isTold = typing.isTold
      return typing.directives
    }
    return isTold
  }
}
