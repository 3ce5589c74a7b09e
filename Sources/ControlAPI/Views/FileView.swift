/// What a file is, as its sender says.
package enum FileKind: String, Codable, Sendable, CaseIterable { case image, audio, file }

/// Where a file stands.
package enum FilePhase: String, Codable, Sendable, CaseIterable {
  /// An outgoing one: the peer has not all of it. An incoming one: it waits for the owner's word.
  case offered
  /// An incoming one that is being fetched.
  case fetching
  /// All of it is where it is to be.
  case complete
  /// The receiver does not want it.
  case declined
  /// The sender has taken it back.
  case withdrawn
  /// The sender has it no more.
  case gone
  /// What was fetched does not open.
  case damaged

  /// Whether no further phase comes by itself.
  package var isSettled: Bool {
    switch self {
    case .offered, .fetching: false
    case .complete, .declined, .withdrawn, .gone, .damaged: true
    }
  }
}

/// The file of a message.
package struct FileView: Codable, Sendable, Hashable {
  package var kind: FileKind
  /// As its sender calls it: text from outside when incoming, and never a path to write to.
  package var name: String?
  /// The same as the name of a file that is harmless everywhere.
  package var saveAs: String
  /// Text from outside when incoming.
  package var mime: String?
  /// Bytes.
  package var size: Int64
  /// Of audio.
  package var durationMilliseconds: Int64?
  package var phase: FilePhase
  /// Bytes that have arrived where they are to be.
  package var transferred: Int64

  package init(
    kind: FileKind, name: String? = nil, saveAs: String, mime: String? = nil, size: Int64,
    durationMilliseconds: Int64? = nil, phase: FilePhase, transferred: Int64
  ) {
    self.kind = kind
    self.name = name
    self.saveAs = saveAs
    self.mime = mime
    self.size = size
    self.durationMilliseconds = durationMilliseconds
    self.phase = phase
    self.transferred = transferred
  }
}
