import E2EE
import Wire
import World

/// What is encrypted for a peer, padded to a size class, and the wire type that carries it in an established session.
struct Plaintext {
  let bytes: [UInt8]
  let form: OutboxCiphertext.Form

  /// A text; an empty one only begins a session.
  init(_ content: MessageContent) {
    var content = content
    content.padding = ""
    let bare = Payload.encode(content)
    let filler = [UInt8](repeating: 0x20, count: PaddingClass.paddingLength(for: bare.count))
    content.padding = String(decoding: filler, as: UTF8.self)
    bytes = Payload.encode(content)
    form = .message
  }

  /// A note. The structs of reactions and receipts have no member for filler, but JSON allows space behind it.
  init(_ note: ChatNote, at now: Timestamp) {
    switch note {
    case .edit(let id, let body, let time):
      let edit = EditMessagePayload(messageID: id.text, newBody: body, editedAt: WireDate(time))
      self.init(MessageContent(body: body, type: .text, timestamp: WireDate(now), editPayload: edit))
    case .file(let id, let news):
      let payload = FileNewsPayload(messageID: id.text, news: FileNewsPayload.News(news))
      self.init(MessageContent(body: "", type: .text, timestamp: WireDate(now), fileNews: payload))
    case .reaction(let target, let emoji, let number):
      let reaction = ReactionMessage(targetMessageID: target.text, emoji: emoji, sequence: number)
      self.init(padding: Payload.encode(reaction), form: .reaction)
    case .read(let ids):
      self.init(
        padding: Payload.encode(ReadReceiptMessage(messageIDs: ids.map(\.text))), form: .readReceipt)
    }
  }

  private init(padding json: [UInt8], form: OutboxCiphertext.Form) {
    bytes = json + [UInt8](repeating: 0x20, count: PaddingClass.paddingLength(for: json.count))
    self.form = form
  }
}

extension FileNewsPayload.News {
  fileprivate init(_ news: FileNews) {
    switch news {
    case .fetched: self = .fetched
    case .declined: self = .declined
    case .wanted: self = .wanted
    case .withdrawn: self = .withdrawn
    case .offered: self = .offered
    }
  }
}
