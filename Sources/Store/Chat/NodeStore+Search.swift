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
  /// of words is kept, since it would say on the disk what was written about.
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
    let content = ColumnCipher.Place("messages", "content", row: [])
    try database.forEach(
      "SELECT \(Self.messageColumns), rowid FROM messages WHERE rowid < ? AND gone = 0 ORDER BY rowid DESC",
      [.integer(place ?? .max)]
    ) { (row) throws(StoreError) in
      page.examined += 1
      if wanted == nil || wanted == row.blob(0) {
        let text = try body(row.blob(6), at: content.of(row, key: 0..<3))
        bytes += text.count
        if term.matches(text) { page.found.append(try message(row)) }
      }
      guard page.found.count < limit, page.examined < bounds.messages, bytes < bounds.bytes else {
        page.next = row.integer(9)
        return false
      }
      return true
    }
    return page
  }

  /// The text of a message, and nothing else of it: most of what a search opens does not match.
  private func body(_ box: [UInt8], at place: ColumnCipher.Place) throws(StoreError) -> [UInt8] {
    var cell = CellReader(try cipher.open(box, at: place))
    _ = cell.byte()
    cell.skip()
    cell.skip()
    _ = cell.time()
    _ = cell.optional { $0.time() }
    return cell.bytes()
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
