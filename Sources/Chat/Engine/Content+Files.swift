import Crypto
import FileTransfer
import Wire
import World

/// Attachments: with the message as the original sends them, or fetched apart.
extension Content {
  static func attachment(_ content: MessageContent, _ settings: ChatSettings) -> Content? {
    guard content.body.utf8.count <= settings.maximumBodyCount else { return nil }
    let kind: ChatFile.Kind
    switch content.type {
    case .image: kind = .image
    case .audio: kind = .audio
    case .file: kind = .file
    case .text, .groupInvite, .senderKeyDistribution, .mlsCommitRequest: return nil
    }
    func file(_ size: Int64, _ offer: FileOffer?) -> ChatFile {
      ChatFile(
        kind: kind, name: content.attachmentFilename.map { cut($0, settings.maximumFileNameCount) },
        mime: content.attachmentMimeType.map { cut($0, settings.maximumMimeCount) },
        duration: content.audioDuration.flatMap {
          (0...Double(settings.longestRecording.components.seconds)).contains($0)
            ? .milliseconds(Int64($0 * 1000)) : nil
        }, size: size, offer: offer)
    }
    // An empty file has nothing to fetch; of one that has, no bytes are beside the offer.
    if let bytes = content.attachmentData?.bytes, !bytes.isEmpty || content.file == nil {
      return .file(Text(content), file(Int64(bytes.count), nil), bytes: bytes)
    }
    guard let offer = content.file.flatMap(FileOffer.init) else { return nil }
    return .file(Text(content), file(offer.layout.size, offer), bytes: nil)
  }

  /// The beginning of a text, of whole scalars.
  private static func cut(_ text: String, _ limit: Int) -> String {
    guard text.utf8.count > limit else { return text }
    var count = 0
    var cut = ""
    for scalar in text.unicodeScalars {
      count += scalar.utf8.count
      guard count <= limit else { break }
      cut.unicodeScalars.append(scalar)
    }
    return cut
  }
}

extension FileOffer {
  /// What came, if it is an offer that can be fetched.
  init?(_ pointer: FilePointer) {
    guard let token = FileID(bytes: pointer.token.bytes),
      let layout = FileLayout(size: pointer.size, chunkSize: pointer.chunkSize)
    else { return nil }
    self.init(
      token: token, key: SecretBytes(copying: pointer.key.bytes), layout: layout, root: pointer.root.bytes)
  }

  var pointer: FilePointer {
    FilePointer(
      token: Base64Data(token.bytes), key: Base64Data(key.exposed), size: layout.size,
      chunkSize: layout.chunkSize, root: Base64Data(root))
  }
}

extension MessageContent {
  /// Puts the file of a message into what is sent of it.
  mutating func attach(_ file: ChatFile, _ bytes: [UInt8]?) {
    switch file.kind {
    case .image: type = .image
    case .audio: type = .audio
    case .file: type = .file
    }
    attachmentMimeType = file.mime
    attachmentFilename = file.name
    audioDuration = file.duration.map { Double($0.milliseconds) / 1000 }
    attachmentData = bytes.map { Base64Data($0) }
    self.file = file.offer?.pointer
  }
}
