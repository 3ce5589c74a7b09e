import ControlAPI

/// What the line mode has said of messages last, so that it says nothing twice.
struct SaidMessages: Sendable {
  /// A peer names its own messages, so an ID alone is not enough.
  private struct Key: Hashable {
    let nodeID: String
    let direction: MessageDirection
    let messageID: String

    init(_ message: MessageView) {
      (nodeID, direction, messageID) = (message.nodeID, message.direction, message.messageID)
    }
  }

  /// What a reader is told of: how far his own messages are, and what the other side's say. That one is read is no news
  /// to who reads it.
  private enum Face: Hashable {
    case outgoing(MessageState, reason: String?, reactions: [ReactionView]?)
    case incoming(body: String, reactions: [ReactionView]?)

    init(_ message: MessageView) {
      switch message.direction {
      case .outgoing: self = .outgoing(message.state, reason: message.reason, reactions: message.reactions)
      case .incoming: self = .incoming(body: message.body, reactions: message.reactions)
      }
    }
  }

  private var faces: [Key: Face] = [:]
  /// In the order they came; the oldest are forgotten first.
  private var order: ArraySlice<Key> = []

  /// Whether others have reacted otherwise since this message was spoken of last.
  func hasNewReactions(_ message: MessageView) -> Bool {
    guard case .outgoing(_, _, let reactions) = faces[Key(message)] else { return false }
    return reactions != message.reactions
  }

  func knows(_ message: MessageView) -> Bool { faces[Key(message)] != nil }

  /// - Returns: whether there is anything new to say.
  @discardableResult
  mutating func note(_ message: MessageView) -> Bool {
    let key = Key(message)
    let face = Face(message)
    guard let before = faces.updateValue(face, forKey: key) else {
      order.append(key)
      if order.count > Settings.chatHistory, let oldest = order.popFirst() { faces[oldest] = nil }
      return true
    }
    return before != face
  }
}
