import E2EE
import Wire
import World

/// What the plaintext of a ratchet message is to this node.
enum Content {
  case text(Text)
  /// An empty text: it only begins a session.
  case probe
  /// Well-formed, and nothing this node can show.
  case unsupported
  /// Not a `MessageContent` at all.
  case malformed

  struct Text {
    let body: String
    let sentAt: Timestamp
    /// The sender's running number, 0 when it sends none.
    let sequence: Int64
  }

  init(_ plaintext: [UInt8], maximumBody: Int) {
    guard let content = try? Payload.decode(MessageContent.self, from: plaintext) else {
      self = .malformed
      return
    }
    let count = content.body.utf8.count
    switch content.type {
    case .text where content.isPlain && count == 0: self = .probe
    case .text where content.isPlain && count <= maximumBody:
      self = .text(
        Text(
          body: content.body, sentAt: content.timestamp.timestamp, sequence: max(content.sequence ?? 0, 0)))
    case .text, .image, .audio, .file, .groupInvite, .senderKeyDistribution, .mlsCommitRequest: self = .unsupported
    }
  }

  /// The padded plaintext of a text.
  static func plaintext(_ body: String, sentAt: Timestamp, sequence: Int64?) -> [UInt8] {
    var content = MessageContent(
      body: body, type: .text, timestamp: WireDate(sentAt), sequence: sequence, padding: "")
    let bare = Payload.encode(content)
    content.padding = String(repeating: " ", count: PaddingClass.paddingLength(for: bare.count))
    return Payload.encode(content)
  }
}

extension MessageContent {
  /// Whether there is nothing in it but a text.
  fileprivate var isPlain: Bool {
    attachmentData == nil && groupInviteData == nil && senderKeyData == nil && editPayload == nil
      && mlsCommitRequestData == nil
  }
}
