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
      if file.state == .fetching || file.state == .complete { return }
      guard file.state.after(.accepted, of: .received) != nil else { throw ChatError.fileState(file.state) }
      try engine.requireAccepted(key.peer, in: turn)
      try engine.checkRoom(for: file.size, from: key.peer, in: turn)
      try engine.fetch(file, in: &turn)
      // The sender was told otherwise, or has said that it has it not.
      if file.state == .declined || file.state == .gone { try engine.tell(.wanted, of: key, in: &turn) }
      try engine.reach(key.peer, in: &turn)
    }.directives
  }

  /// The user does not want a received file, or takes a sent one back. What was fetched of it is erased. One that goes with
  /// its message is taken back with it.
  package mutating func cancelFile(
    _ key: MessageKey, at now: Moment, in store: some ChatStore, using chance: inout some RandomNumberGenerator
  ) throws(ChatError) -> [ChatDirective] {
    try turn(at: now, in: store, using: &chance) { (engine, turn) throws(ChatError) in
      let file = try engine.requireFile(key, in: turn)
      if file.isWhole { return try engine.cancelWhole(file, in: &turn) }
      guard try engine.move(file, .cancelled, in: &turn) else { throw ChatError.fileState(file.state) }
      turn.directives.append(.dropFile(file.id))
      try engine.tell(key.direction.endNews, of: key, in: &turn)
    }.directives
  }

  /// All chunks of a file are on the disk: its sender hears of it.
  package mutating func fileFetched(
    _ id: FileID, at now: Moment, in store: some ChatStore, using chance: inout some RandomNumberGenerator
  ) throws(ChatError) -> [ChatDirective] {
    try turn(at: now, in: store, using: &chance) { (engine, turn) throws(ChatError) in
      guard let file = try turn.kept(turn.store.file(id)), file.key.direction == .received else { return }
      if try engine.move(file, .fetched, in: &turn) { try engine.tell(.fetched, of: file.key, in: &turn) }
    }.directives
  }

  /// A file cannot be had: its sender has it no more (`lost`), or it does not open (`damaged`).
  package mutating func fileLost(
    _ id: FileID, _ event: FileEvent, at now: Moment, in store: some ChatStore,
    using chance: inout some RandomNumberGenerator
  ) throws(ChatError) -> [ChatDirective] {
    try turn(at: now, in: store, using: &chance) { (engine, turn) throws(ChatError) in
      guard let file = try turn.kept(turn.store.file(id)) else { return }
      // A sender whose disk fails for a moment keeps what it has.
      guard try engine.move(file, event, in: &turn), file.key.direction == .received else { return }
      turn.directives.append(.dropFile(id))
    }.directives
  }

  /// The peer asks for chunks of a sent file that is here: it wants it, whatever it said before.
  package mutating func fileWanted(
    _ id: FileID, at now: Moment, in store: some ChatStore, using chance: inout some RandomNumberGenerator
  ) throws(ChatError) -> [ChatDirective] {
    try turn(at: now, in: store, using: &chance) { (engine, turn) throws(ChatError) in
      guard let file = try turn.kept(turn.store.file(id)), file.key.direction == .sent else { return }
      try engine.move(file, .wanted, in: &turn)
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

  /// One that goes with its message has no end of its own.
  private mutating func cancelWhole<Store, Chance>(
    _ file: StoredFile, in turn: inout Turn<Store, Chance>
  ) throws(ChatError) {
    let message = try turn.kept(turn.store.message(file.key))
    guard file.key.direction == .sent, let message, !message.state.isFinal else {
      throw .fileState(file.state)
    }
    try giveUp(file.key, .cancelled, in: &turn)
    try pump(file.key.peer, in: &turn)
  }

  /// Has a received file fetched.
  mutating func fetch<Store, Chance>(
    _ file: StoredFile, in turn: inout Turn<Store, Chance>
  ) throws(ChatError) {
    try move(file, .accepted, in: &turn)
    turn.directives.append(.fetchFile(file.id))
  }

  /// Moves a file as the table says. False when the event changes nothing.
  @discardableResult
  func move<Store, Chance>(
    _ file: StoredFile, _ event: FileEvent, in turn: inout Turn<Store, Chance>
  ) throws(ChatError) -> Bool {
    guard let state = file.state.after(event, of: file.key.direction) else { return false }
    var changed = file
    changed.state = state
    try turn.kept(turn.store.saveFile(changed))
    // One that goes with its message goes its way, which is traced already.
    if !file.isWhole { try turn.trace(.file, of: file.key, state.rawValue) }
    try turn.log(.fileState, peer: file.key.peer, message: file.key)
    return true
  }

  /// Tells a contact what became of a file; nobody else hears of it.
  mutating func tell<Store, Chance>(
    _ news: FileNews, of key: MessageKey, in turn: inout Turn<Store, Chance>
  ) throws(ChatError) {
    let contact = try turn.kept(turn.store.chatContact(key.peer))
    guard contact?.trust == .accepted else { return }
    try queue(.file(of: key.id, news), for: key.peer, in: &turn)
    try pump(key.peer, in: &turn)
  }

  /// What a contact says of a file: of one that it received, or of one that it sent.
  mutating func apply<Store, Chance>(
    _ news: FileNews, about id: MessageID, from peer: NodeID, in turn: inout Turn<Store, Chance>
  ) throws(ChatError) {
    let (direction, event) = news.meaning
    let key = MessageKey(peer: peer, direction: direction, id: id)
    guard let file = try turn.kept(turn.store.file(of: key)), !file.isWhole,
      try move(file, event, in: &turn)
    else { return }
    switch news {
    case .fetched, .declined, .wanted: break
    case .withdrawn: turn.directives.append(.dropFile(file.id))
    case .offered:
      guard let contact = try turn.kept(turn.store.chatContact(peer)),
        let offered = try turn.kept(turn.store.file(file.id))
      else { return }
      try fetchUnasked(offered, from: contact, in: &turn)
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
    try fetchUnasked(row, from: contact, in: &turn)
  }

  private mutating func fetchUnasked<Store, Chance>(
    _ file: StoredFile, from contact: ChatContact, in turn: inout Turn<Store, Chance>
  ) throws(ChatError) {
    guard contact.trust == .accepted, file.size <= preferences.fetchedUnasked else { return }
    do throws(ChatError) {
      try checkRoom(for: file.size, from: contact.nodeID, in: turn)
    } catch {
      // It waits for the user then, who is told why.
      guard case .store = error else { return }
      throw error
    }
    try fetch(file, in: &turn)
  }
}

extension FileNews {
  /// Whose file it is about, and what happened to it there.
  fileprivate var meaning: (direction: Direction, event: FileEvent) {
    switch self {
    case .fetched: (.sent, .fetched)
    case .declined: (.sent, .declined)
    case .wanted: (.sent, .wanted)
    case .withdrawn: (.received, .withdrawn)
    case .offered: (.received, .offered)
    }
  }
}

extension Direction {
  /// What the other side hears when the user gives a file up.
  var endNews: FileNews {
    switch self {
    case .sent: .withdrawn
    case .received: .declined
    }
  }
}
