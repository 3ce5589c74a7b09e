package import FileTransfer
import Wire
package import World

/// What becomes of files that are fetched apart.
extension ChatEngine {
  /// The user wants a received file: it is fetched as soon as the sender has a link.
  package mutating func acceptFile(
    _ key: MessageKey, at now: Moment, in store: some ChatStore, using chance: inout some RandomNumberGenerator
  ) throws(ChatError) -> [ChatDirective] {
    try turn(at: now, in: store, using: &chance) { (engine, turn) throws(ChatError) in
      let file = try engine.requireFile(key, in: turn)
      guard key.direction == .received else { throw ChatError.fileState(file.state) }
      switch file.state {
      case .fetching, .complete: return
      case .withdrawn: throw ChatError.fileState(file.state)
      case .offered, .declined, .gone, .damaged: break
      }
      try engine.requireAccepted(key.peer, in: turn)
      try engine.checkRoom(for: file.size, from: key.peer, in: turn)
      try engine.fetch(file, in: &turn)
      try engine.reach(key.peer, in: &turn)
    }.directives
  }

  /// The user does not want a received file, or takes a sent one back. What was fetched of it is erased.
  package mutating func cancelFile(
    _ key: MessageKey, at now: Moment, in store: some ChatStore, using chance: inout some RandomNumberGenerator
  ) throws(ChatError) -> [ChatDirective] {
    try turn(at: now, in: store, using: &chance) { (engine, turn) throws(ChatError) in
      let file = try engine.requireFile(key, in: turn)
      guard file.state == .offered || file.state == .fetching, !file.isWhole else {
        throw ChatError.fileState(file.state)
      }
      let news: FileNews = key.direction == .received ? .declined : .withdrawn
      try engine.set(key.direction == .received ? .declined : .withdrawn, of: file, in: &turn)
      turn.directives.append(.dropFile(file.id))
      let contact = try turn.kept(turn.store.chatContact(key.peer))
      guard contact?.trust == .accepted else { return }
      try engine.tell(news, of: key, in: &turn)
    }.directives
  }

  /// All chunks of a file are on the disk: its sender hears of it.
  package mutating func fileFetched(
    _ id: FileID, at now: Moment, in store: some ChatStore, using chance: inout some RandomNumberGenerator
  ) throws(ChatError) -> [ChatDirective] {
    try turn(at: now, in: store, using: &chance) { (engine, turn) throws(ChatError) in
      guard let file = try turn.kept(turn.store.file(id)), file.state == .fetching else { return }
      try engine.set(.complete, of: file, in: &turn)
      let contact = try turn.kept(turn.store.chatContact(file.key.peer))
      guard contact?.trust == .accepted else { return }
      try engine.tell(.fetched, of: file.key, in: &turn)
    }.directives
  }

  /// A file cannot be had: its sender has it no more, or it does not open.
  package mutating func fileLost(
    _ id: FileID, _ state: FileState, at now: Moment, in store: some ChatStore,
    using chance: inout some RandomNumberGenerator
  ) throws(ChatError) -> [ChatDirective] {
    try turn(at: now, in: store, using: &chance) { (engine, turn) throws(ChatError) in
      guard let file = try turn.kept(turn.store.file(id)), file.state != state else { return }
      try engine.set(state, of: file, in: &turn)
      turn.directives.append(.dropFile(id))
    }.directives
  }

  // MARK: Inside

  func requireFile<Store, Chance>(
    _ key: MessageKey, in turn: Turn<Store, Chance>
  ) throws(ChatError) -> StoredFile {
    guard let file = try turn.kept(turn.store.file(of: key)) else { throw .noFile }
    return file
  }

  /// Throws when a file of the peer has no room here.
  func checkRoom<Store, Chance>(
    for size: Int64, from peer: NodeID, in turn: Turn<Store, Chance>
  ) throws(ChatError) {
    let held = try turn.kept(turn.store.receivedFileBytes(from: peer))
    guard size <= preferences.fileQuota - held else { throw .fileQuota(limit: preferences.fileQuota) }
    guard try turn.kept(turn.store.hasRoom(forFileOf: size)) else { throw .noRoomForFile }
  }

  /// Has a received file fetched.
  mutating func fetch<Store, Chance>(
    _ file: StoredFile, in turn: inout Turn<Store, Chance>
  ) throws(ChatError) {
    try set(.fetching, of: file, in: &turn)
    turn.directives.append(.fetchFile(file.id))
  }

  func set<Store, Chance>(
    _ state: FileState, of file: StoredFile, in turn: inout Turn<Store, Chance>
  ) throws(ChatError) {
    var changed = file
    changed.state = state
    try turn.kept(turn.store.saveFile(changed))
    try turn.trace(.file, of: file.key, state.rawValue)
    try turn.log(.fileState, peer: file.key.peer, message: file.key)
  }

  private mutating func tell<Store, Chance>(
    _ news: FileNews, of key: MessageKey, in turn: inout Turn<Store, Chance>
  ) throws(ChatError) {
    try queue(.file(of: key.id, news), for: key.peer, in: &turn)
    try pump(key.peer, in: &turn)
  }

  /// What a contact says of a file: of one that it received, or of one that it sent.
  func apply<Store, Chance>(
    _ news: FileNews, about id: MessageID, from peer: NodeID, in turn: inout Turn<Store, Chance>
  ) throws(ChatError) {
    let direction: Direction = news == .withdrawn ? .received : .sent
    let key = MessageKey(peer: peer, direction: direction, id: id)
    guard let file = try turn.kept(turn.store.file(of: key)), !file.isWhole else { return }
    switch (news, file.state) {
    case (.fetched, .offered), (.fetched, .declined): try set(.complete, of: file, in: &turn)
    case (.declined, .offered): try set(.declined, of: file, in: &turn)
    case (.withdrawn, .offered), (.withdrawn, .fetching):
      try set(.withdrawn, of: file, in: &turn)
      turn.directives.append(.dropFile(file.id))
    case (.fetched, _), (.declined, _), (.withdrawn, _): break
    }
  }

  /// Stores the file of a received message, and has it fetched when it is small enough.
  mutating func receive<Store, Chance>(
    _ file: ChatFile, _ bytes: [UInt8]?, of key: MessageKey, from contact: ChatContact,
    in turn: inout Turn<Store, Chance>
  ) throws(ChatError) {
    let row = StoredFile(
      id: FileID.random(using: &turn.chance), key: key, state: bytes == nil ? .offered : .complete, size: file.size,
      isWhole: bytes != nil)
    try turn.kept(turn.store.saveFile(row))
    if let bytes { return try turn.kept(turn.store.saveAttachment(bytes, of: row.id)) }
    guard contact.trust == .accepted, file.size <= preferences.fetchedUnasked else { return }
    do throws(ChatError) {
      try checkRoom(for: file.size, from: key.peer, in: turn)
    } catch {
      // It waits for the user then, who is told why.
      guard case .store = error else { return }
      throw error
    }
    try fetch(row, in: &turn)
  }
}
