package import FileTransfer

/// A file that the user sends.
package struct OutgoingFile: Sendable {
  package enum Source: Sendable {
    /// Small enough to go with the message.
    case bytes([UInt8])
    /// Sealed and kept on this node, to be fetched.
    case offer(FileOffer)
  }

  package let kind: ChatFile.Kind
  package let name: String?
  package let mime: String?
  package let duration: Duration?
  package let size: Int64
  package let source: Source

  package init(name: String?, mime: String?, duration: Duration?, size: Int64, source: Source) {
    kind = ChatFile.Kind(mime: mime)
    self.name = name
    self.mime = mime
    self.duration = duration
    self.size = size
    self.source = source
  }
}
