package import FileTransfer

/// The file of a message: what its sender says of it.
package struct ChatFile: Hashable, Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    case image, audio, file
  }

  package let kind: Kind
  /// As its sender calls it: never a path to write to.
  package let name: String?
  package let mime: String?
  /// Of audio.
  package let duration: Duration?
  /// Bytes.
  package let size: Int64
  /// How it is fetched; nil when it came with the message and is in the store whole.
  package let offer: FileOffer?

  package init(
    kind: Kind, name: String?, mime: String?, duration: Duration? = nil, size: Int64, offer: FileOffer? = nil
  ) {
    self.kind = kind
    self.name = name
    self.mime = mime
    self.duration = duration
    self.size = size
    self.offer = offer
  }
}

extension ChatFile.Kind {
  /// What the original makes of a type: a video is an image to it.
  package init(mime: String?) {
    let family = mime?.prefix { $0 != "/" }.lowercased()
    self = family == "image" || family == "video" ? .image : family == "audio" ? .audio : .file
  }
}
