import Bytes
import E2EE
import Wire
import World

/// What the plaintext of a ratchet message is to this node.
enum Content {
  case text(Text)
  case note(ChatNote)
  /// A file, with its caption; without bytes it is fetched apart.
  case file(Text, ChatFile, bytes: [UInt8]?)
  /// An empty text: it only begins a session.
  case probe
  /// Well-formed, and nothing this node can show.
  case unsupported
  /// Not what its type promises.
  case malformed

  struct Text {
    let body: String
    let sentAt: Timestamp
    /// The sender's running number, 0 when it sends none.
    let sequence: Int64
    /// That of the message before, 0 when there is none.
    let previous: Int64
    let replyTo: MessageID?
    let expiresAt: Timestamp?
  }

  /// The wire type that a plaintext came in.
  enum Carrier {
    /// Its plaintext says itself what it is, by its members.
    case initiation
    case message, reaction, readReceipt, editMessage
  }

  /// - Parameter sentAt: when its sender signed it.
  init(_ plaintext: [UInt8], in carrier: Carrier, sentAt: Timestamp, _ settings: ChatSettings) {
    switch carrier {
    case .message: self = Content.message(plaintext, settings) ?? .malformed
    case .reaction: self = Content.reaction(plaintext, sentAt, settings) ?? .malformed
    case .readReceipt: self = Content.receipt(plaintext, settings) ?? .malformed
    case .editMessage: self = Content.edit(plaintext, settings) ?? .malformed
    case .initiation:
      self =
        Content.message(plaintext, settings) ?? Content.reaction(plaintext, sentAt, settings)
        ?? Content.receipt(plaintext, settings) ?? .malformed
    }
  }

  private static func message(_ plaintext: [UInt8], _ settings: ChatSettings) -> Content? {
    guard let content = try? Payload.decode(MessageContent.self, from: plaintext) else { return nil }
    let count = content.body.utf8.count
    switch content.type {
    case .text where content.isPlain && content.editPayload != nil: return edit(content.editPayload, settings)
    case .text where content.isPlain && content.fileNews != nil: return news(content.fileNews)
    case .text where content.isPlain && count == 0: return .probe
    case .text where content.isPlain && count <= settings.maximumBodyCount: return .text(Text(content))
    case .image, .audio, .file: return attachment(content, settings) ?? .unsupported
    case .text, .groupInvite, .senderKeyDistribution, .mlsCommitRequest: return .unsupported
    }
  }

  private static func news(_ payload: FileNewsPayload?) -> Content? {
    guard let payload, let target = MessageID(payload.messageID),
      let news = FileNews(rawValue: payload.news.rawValue)
    else { return nil }
    return .note(.file(of: target, news))
  }

  private static func edit(_ plaintext: [UInt8], _ settings: ChatSettings) -> Content? {
    edit(try? Payload.decode(EditMessagePayload.self, from: plaintext), settings)
  }

  private static func edit(_ payload: EditMessagePayload?, _ settings: ChatSettings) -> Content? {
    guard let payload, let target = MessageID(payload.messageID),
      (1...settings.maximumBodyCount).contains(payload.newBody.utf8.count)
    else { return nil }
    return .note(.edit(of: target, body: payload.newBody, at: payload.editedAt.timestamp))
  }

  private static func reaction(_ plaintext: [UInt8], _ sentAt: Timestamp, _ settings: ChatSettings) -> Content? {
    guard let reaction = try? Payload.decode(ReactionMessage.self, from: plaintext),
      let target = MessageID(reaction.targetMessageID),
      reaction.emoji.map({ isEmoji($0, settings) }) ?? true
    else { return nil }
    return .note(
      .reaction(to: target, emoji: reaction.emoji, number: reaction.sequence ?? sentAt.milliseconds))
  }

  private static func receipt(_ plaintext: [UInt8], _ settings: ChatSettings) -> Content? {
    guard let receipt = try? Payload.decode(ReadReceiptMessage.self, from: plaintext) else { return nil }
    return .note(.read(receipt.messageIDs.prefix(settings.maximumReadNames).compactMap { MessageID($0) }))
  }

  /// One character as people see it: not a blank one, and nothing that steers what stands beside it.
  static func isEmoji(_ text: String, _ settings: ChatSettings) -> Bool {
    guard let character = text.first, text.dropFirst().isEmpty, let base = text.unicodeScalars.first else {
      return false
    }
    let drawsItself =
      switch base.properties.generalCategory {
      case .nonspacingMark, .spacingMark, .enclosingMark, .format: false
      default: true
      }
    return text.utf8.count <= settings.maximumEmojiCount && !character.isWhitespace && drawsItself
      && text.unicodeScalars.allSatisfy(isPartOfEmoji)
  }

  /// The flags of England, Scotland and Wales are spelled with tags (UTS #51), which draw nothing elsewhere.
  private static func isPartOfEmoji(_ scalar: Unicode.Scalar) -> Bool {
    Printable.isHarmless(scalar) || (0xE0020...0xE007F).contains(scalar.value)
  }
}

extension Content.Text {
  init(_ content: MessageContent) {
    body = content.body
    sentAt = content.timestamp.timestamp
    sequence = max(content.sequence ?? 0, 0)
    previous = max(content.previousSequence ?? 0, 0)
    replyTo = content.replyToID.flatMap { MessageID($0) }
    expiresAt = content.expiresAt?.timestamp
  }
}

extension MessageContent {
  /// Whether there is nothing in it but a text, or an edit of one.
  fileprivate var isPlain: Bool {
    attachmentData == nil && groupInviteData == nil && senderKeyData == nil && mlsCommitRequestData == nil
  }
}
