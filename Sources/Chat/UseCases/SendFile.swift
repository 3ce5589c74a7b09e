import E2EE
import FileTransfer
package import Wire
package import World

extension ChatEngine {
  /// Puts a file into the outbox of an accepted contact. What goes with the message is kept with it; what is fetched apart is
  /// already sealed on this node, under the token of its offer.
  ///
  /// - Parameters:
  ///   - caption: may be empty, and has at most 65,536 bytes.
  ///   - replyTo: the message of the conversation that it answers.
  package mutating func send(
    _ file: OutgoingFile, caption: String, to peer: NodeID, replyTo: MessageID? = nil, lifetime: Duration? = nil,
    at now: Moment, in store: some ChatStore, using chance: inout some RandomNumberGenerator
  ) throws(ChatError) -> (message: ChatMessage, directives: [ChatDirective]) {
    let (message, directives) = try turn(at: now, in: store, using: &chance) {
      (engine, turn) throws(ChatError) in
      if !caption.isEmpty { try engine.checkBody(caption) }
      try engine.check(file)
      if let lifetime { try engine.checkLifetime(lifetime) }
      let isOwn = engine.isOwnConversation(peer)
      if !isOwn {
        try engine.requireAccepted(peer, in: turn)
        try engine.requireRoom(for: peer, in: turn)
      }
      if let replyTo { try engine.requireMessage(replyTo, with: peer, in: turn) }
      let (stored, bytes) = file.stored
      let id = stored.offer?.token ?? FileID.random(using: &turn.chance)
      let message =
        isOwn
        ? try engine.keep(caption, replyTo: replyTo, lifetime: lifetime, file: stored, in: &turn)
        : try engine.queue(caption, for: peer, replyTo: replyTo, lifetime: lifetime, file: stored, in: &turn)
      let row = StoredFile(
        id: id, key: message.key, state: isOwn ? .complete : .offered, size: stored.size,
        isWhole: stored.offer == nil)
      try turn.kept(turn.store.saveFile(row))
      if let bytes { try turn.kept(turn.store.saveAttachment(bytes, of: id)) }
      if !isOwn { try engine.pump(peer, in: &turn) }
      return message
    }
    return (message, directives)
  }

  /// What the receiver would cut or pass over is not sent.
  private func check(_ file: OutgoingFile) throws(ChatError) {
    let (name, mime) = (file.name?.utf8.count ?? 0, file.mime?.utf8.count ?? 0)
    if name > settings.maximumFileNameCount {
      throw .fileNameTooLong(count: name, limit: settings.maximumFileNameCount)
    }
    if mime > settings.maximumMimeCount { throw .mimeTooLong(count: mime, limit: settings.maximumMimeCount) }
    if let type = file.mime, !MediaTypeName.isValid(type) { throw .badMime }
    if let duration = file.duration, !(.zero...settings.longestRecording).contains(duration) {
      throw .badDuration(longest: settings.longestRecording)
    }
  }

  /// The most bytes of a file that go with a message to this peer. A node of ours fetches larger ones, also over several
  /// links; for all that is known, others cannot.
  package func wholeFileLimit(for peer: NodeID, in store: some ChatStore) throws(ChatError) -> Int64 {
    let contact = try kept(in: store, store.chatContact(peer))
    return contact?.takesFiles == true ? settings.smallFile : settings.largestWholeFile
  }
}

extension OutgoingFile {
  fileprivate var stored: (file: ChatFile, bytes: [UInt8]?) {
    let (offer, bytes): (FileOffer?, [UInt8]?) =
      switch source {
      case .bytes(let bytes): (nil, bytes)
      case .offer(let offer): (offer, nil)
      }
    return (
      ChatFile(kind: kind, name: name, mime: mime, duration: duration, size: size, offer: offer), bytes
    )
  }
}
