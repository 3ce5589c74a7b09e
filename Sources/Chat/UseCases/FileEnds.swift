import FileTransfer
import Wire
import World

/// What becomes of files when their message or their peer goes: who waits for them on the other side hears of it.
extension ChatEngine {
  /// A sent message was given up, or refused, and its file with it. The bytes stay, for the day when it is sent once more.
  mutating func endFile<Store, Chance>(
    of message: ChatMessage, _ reason: FailureReason, in turn: inout Turn<Store, Chance>
  ) throws(ChatError) {
    guard let file = try turn.kept(turn.store.file(of: message.key)) else { return }
    let isOver = try move(file, reason == .refusedByPeer ? .refused : .cancelled, in: &turn)
    // What never left here is nobody's to wait for.
    guard isOver, !file.isWhole, reason == .cancelled, message.state != .queued else { return }
    try tell(.withdrawn, of: message.key, in: &turn)
  }

  /// A message is erased while its file is not where it is to be.
  mutating func endFile<Store, Chance>(
    ofErased message: ChatMessage, in turn: inout Turn<Store, Chance>
  ) throws(ChatError) {
    // At the end of its lifetime it goes on the other side as well.
    if let end = message.expiresAt, end <= turn.now.timestamp { return }
    if case .failed = message.state { return }
    guard let file = try turn.kept(turn.store.file(of: message.key)), !file.isWhole,
      file.state.after(.cancelled, of: message.direction) != nil
    else { return }
    try tell(message.direction.endNews, of: message.key, in: &turn)
  }

  /// A contact is given up: what is between the two ends here, and there when a link can still carry the news.
  mutating func endFiles<Store, Chance>(
    with peer: NodeID, in turn: inout Turn<Store, Chance>
  ) throws(ChatError) {
    let files = try turn.kept(turn.store.openFiles(with: peer))
    for file in files {
      guard try move(file, .cancelled, in: &turn) else { continue }
      turn.directives.append(.dropFile(file.id))
      if links[peer] != nil { try tell(file.key.direction.endNews, of: file.key, in: &turn) }
    }
  }

  /// Offers the file of a message again that is sent once more.
  ///
  /// - Throws: `fileState` when its bytes are here no more.
  mutating func offerAgain<Store, Chance>(
    fileOf message: ChatMessage, in turn: inout Turn<Store, Chance>
  ) throws(ChatError) {
    guard let file = try turn.kept(turn.store.file(of: message.key)) else { return }
    if !file.isWhole {
      guard try turn.kept(turn.store.holds(file.id)) else { throw .fileState(file.state) }
    }
    try move(file, .retried, in: &turn)
    if !file.isWhole { try tell(.offered, of: message.key, in: &turn) }
  }

  /// A message has its receipt, and with it what went along.
  func noteArrival<Store, Chance>(
    ofFileOf key: MessageKey, in turn: inout Turn<Store, Chance>
  ) throws(ChatError) {
    guard let file = try turn.kept(turn.store.file(of: key)), file.isWhole else { return }
    try move(file, .arrived, in: &turn)
  }
}
