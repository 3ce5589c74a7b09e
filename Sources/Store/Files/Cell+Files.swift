import Chat
import Crypto
import FileTransfer
import World

/// What a sender says of a file, as part of its message's cell.
extension CellWriter {
  mutating func add(_ file: ChatFile) {
    add(file.kind.rawValue)
    add(file.name) { $0.add($1) }
    add(file.mime) { $0.add($1) }
    add(file.duration) { $0.add($1.milliseconds) }
    add(file.size)
    add(file.offer) { (cell, offer) in
      cell.add(offer.token.bytes)
      cell.add(offer.key.exposed)
      cell.add(offer.layout.size)
      cell.add(offer.layout.chunkSize)
      cell.add(offer.root)
    }
  }
}

extension CellReader {
  /// Nil when a field is not what it must be.
  mutating func file() -> ChatFile? {
    let kind = ChatFile.Kind(rawValue: text())
    let name = optional { $0.text() }
    let mime = optional { $0.text() }
    let duration = optional { Duration.milliseconds($0.integer()) }
    let size = integer()
    let offer = optional { $0.offer() }
    guard let kind else { return nil }
    guard let offer else { return ChatFile(kind: kind, name: name, mime: mime, duration: duration, size: size) }
    guard let offer else { return nil }
    return ChatFile(kind: kind, name: name, mime: mime, duration: duration, size: size, offer: offer)
  }

  private mutating func offer() -> FileOffer? {
    let token = FileID(bytes: bytes())
    var secret = bytes()
    let key = SecretBytes(consuming: &secret)
    let layout = FileLayout(size: integer(), chunkSize: integer())
    let root = bytes()
    guard let token, let layout else { return nil }
    return FileOffer(token: token, key: key, layout: layout, root: root)
  }
}
