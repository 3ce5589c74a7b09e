import Chat
import World

/// A note as one cell.
func noteCell(_ note: ChatNote) -> [UInt8] {
  var cell = CellWriter()
  switch note {
  case .edit(let id, let body, let time):
    cell.add("edit")
    cell.add(id.text)
    cell.add(body)
    cell.add(time)
  case .reaction(let id, let emoji, let number):
    cell.add("reaction")
    cell.add(id.text)
    cell.add(emoji) { $0.add($1) }
    cell.add(number)
  case .file(let id, let news):
    cell.add("file")
    cell.add(id.text)
    cell.add(news.rawValue)
  case .read(let ids):
    cell.add("read")
    cell.add(Int64(ids.count))
    for id in ids { cell.add(id.text) }
  }
  return cell.bytes
}

extension ColumnCipher {
  func note(in box: [UInt8], at place: Place) throws(StoreError) -> ChatNote {
    try read(box, at: place) { (cell) in
      switch cell.text() {
      case "edit":
        guard let id = MessageID(cell.text()) else { return nil }
        return .edit(of: id, body: cell.text(), at: cell.time())
      case "reaction":
        guard let id = MessageID(cell.text()) else { return nil }
        return .reaction(to: id, emoji: cell.optional { $0.text() }, number: cell.integer())
      case "file":
        guard let id = MessageID(cell.text()), let news = FileNews(rawValue: cell.text()) else { return nil }
        return .file(of: id, news)
      case "read":
        // The cell is ours; the bound only keeps a wrong number from making this long.
        return .read((0..<min(max(cell.integer(), 0), 4096)).compactMap { _ in MessageID(cell.text()) })
      default: return nil
      }
    }
  }
}
