package import Chat
import SQLite
package import Wire

/// What one step of a search has found.
package struct SearchPage: Sendable {
  /// Newest first.
  package fileprivate(set) var found: [ChatMessage] = []
  /// How many messages were looked at.
  package fileprivate(set) var examined = 0
  /// Where the next step begins; nil when nothing is left.
  package fileprivate(set) var next: Int64?
}

extension NodeStore {
  /// Looks through messages, the newest of all conversations first. The texts are opened one by one in memory: no index
  /// of words is kept, since it would say on the disk what was written about. The words may stand in the name of its file.
  ///
  /// - Parameters:
  ///   - peer: only the conversation with this peer; nil: all.
  ///   - place: where the step before has ended; nil to begin.
  ///   - limit: the step ends with so many finds.
  ///   - bounds: and after so many messages or bytes, so that it does not hold up the loop.
  package func searchMessages(
    for term: SearchTerm, with peer: NodeID?, before place: Int64?, limit: Int, within bounds: SearchBounds
  ) throws(StoreError) -> SearchPage {
    var page = SearchPage()
    var bytes = 0
    let wanted = peer.map { peerIndex($0) }
    var reader = cipher.reader(of: "messages", "content")
    try database.forEach(
      "SELECT peer, direction, id, content, rowid FROM messages WHERE rowid < ? AND gone = 0 ORDER BY rowid DESC",
      [.integer(place ?? .max)]
    ) { (row) throws(StoreError) in
      page.examined += 1
      if wanted == nil || wanted == row.blob(0) {
        try reader.open(3, of: row, key: 0..<3)
        let cell = reader.memory.span.extracting(first: reader.count)
        guard let text = SearchedText(in: cell) else { throw .malformed(table: "messages", column: "content") }
        bytes += text.body.count
        if term.matches(cell.extracting(text.body), or: cell.extracting(text.fileName)),
          let found = try message(inRow: row.integer(4))
        {
          page.found.append(found)
        }
      }
      guard page.found.count < limit, page.examined < bounds.messages, bytes < bounds.bytes else {
        page.next = row.integer(4)
        return false
      }
      return true
    }
    return page
  }

  /// The whole message: most of what a search opens does not match, and needs no more than its words.
  private func message(inRow number: Int64) throws(StoreError) -> ChatMessage? {
    try first("SELECT \(Self.messageColumns) FROM messages WHERE rowid = ?", [.integer(number)], message)
  }
}

/// How much one step of a search looks at.
package struct SearchBounds: Sendable {
  package var messages: Int
  package var bytes: Int

  package init(messages: Int, bytes: Int) {
    self.messages = messages
    self.bytes = bytes
  }
}
