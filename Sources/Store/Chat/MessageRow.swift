import Chat
import SQLite

/// How a message is named in plain columns: indexes of its peer and of its ID.
struct MessageRow {
  let peer: [UInt8]
  let direction: Int64
  let id: [UInt8]

  /// What names the row for ever.
  var key: [Value] { [.blob(peer), .integer(direction), .blob(id)] }

  static func number(_ direction: Direction) -> Int64 {
    switch direction {
    case .sent: 0
    case .received: 1
    }
  }
}

extension NodeStore {
  func row(of key: MessageKey) -> MessageRow {
    MessageRow(peer: peerIndex(key.peer), direction: MessageRow.number(key.direction), id: messageIndex(key.id))
  }

  func messageIndex(_ id: MessageID) -> [UInt8] { cipher.index("message", Array(id.text.utf8)) }
}
