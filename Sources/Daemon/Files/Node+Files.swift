import Chat
import Crypto
import FileTransfer
import Reactor
import Store
import Transport
import Wire
import World

/// Files that are fetched apart: between the engines, the shelf and the links. Chunks go from link to disk without the
/// database, which learns only how a file ends: what is on the disk says how far it is.
extension Node {
  // MARK: Fetching

  /// Goes on with a file from where its beginning on the disk ends.
  func fetch(_ id: FileID) {
    guard !downloads.isFetching(id), let (file, offer) = fetchedFile(id), checkedFiles.insert(id).inserted else {
      return
    }
    restingFiles[id] = nil
    let check = FileCheck(shelf: shelf, id: id, offer: offer)
    offload(id) { () throws(FileError) in
      try check.soundChunks()
    } then: { [self] sound in
      carryOut(downloads.start(id, offer, from: file.key.peer, next: sound, at: loop.now.instant))
    }
  }

  /// A received file that is to be fetched, and what opens it.
  private func fetchedFile(_ id: FileID) -> (StoredFile, FileOffer)? {
    guard let file = try? store.file(id), file.state == .fetching, let message = try? store.message(file.key),
      let offer = message.file?.offer
    else { return nil }
    return (file, offer)
  }

  /// Runs slow work on a file beside the loop; what the disk refuses is tried again later.
  private func offload<Value: Sendable>(
    _ id: FileID, _ work: @escaping @Sendable () throws(FileError) -> Value, then: @escaping (Value) -> Void
  ) {
    do throws(SystemError) {
      try loop.offload {
        do throws(FileError) { return Result<Value, FileError>.success(try work()) } catch {
          return .failure(error)
        }
      } then: { [weak self] result in
        guard let self else { return }
        checkedFiles.remove(id)
        switch result {
        case .success(let value): if fetchedFile(id) != nil { then(value) }
        case .failure(let error): rest(id, because: error.description)
        }
      }
    } catch {
      checkedFiles.remove(id)
      rest(id, because: "\(error)")
    }
  }

  private func rest(_ id: FileID, because reason: String) {
    log.warning("a file is not fetched further for now: \(reason)")
    counters.count("files.disk.failures")
    restingFiles[id] = loop.now.instant + DaemonSettings.fileRest
  }

  func carryOut(_ directives: [Downloads.Directive]) {
    for directive in directives {
      switch directive {
      case .send(let frame, let peer):
        // Silence is what follows from a link that takes nothing, and it is asked again then.
        try? pool?.link(to: peer)?.send(frame)
      case .keep(let id, let index, let sealed):
        guard keep(id, index, sealed) else { return }
      case .completed(let id): settle(id)
      case .gone(let id): lose(id, .lost)
      }
    }
  }

  /// False when the disk took it not: the file rests then.
  private func keep(_ id: FileID, _ index: Int, _ sealed: [UInt8]) -> Bool {
    guard let (_, offer) = fetchedFile(id) else { return false }
    do throws(FileError) {
      try shelf.write(sealed, at: offer.layout.sealedOffset(of: index), of: id)
      counters.count("files.chunks.received")
      // Once a percent: a line for each chunk would cost more than the chunk.
      let count = offer.layout.chunkCount
      if index * 100 / count != (index + 1) * 100 / count { tellFileProgress(of: id) }
      return true
    } catch {
      carryOut(downloads.stop(id, at: loop.now.instant))
      rest(id, because: error.description)
      return false
    }
  }

  /// All chunks are there: once they are seen to open and are on the disk, the file is.
  private func settle(_ id: FileID) {
    guard let (_, offer) = fetchedFile(id), checkedFiles.insert(id).inserted else { return }
    let check = FileCheck(shelf: shelf, id: id, offer: offer)
    offload(id) { () throws(FileError) in
      try check.settle()
    } then: { [self] isSound in
      guard isSound else { return lose(id, .damaged) }
      tellChat { (engine, now) throws(ChatError) in
        try engine.fileFetched(id, at: now, in: store, using: &chance)
      }
    }
  }

  private func lose(_ id: FileID, _ event: FileEvent) {
    tellChat { (engine, now) throws(ChatError) in
      try engine.fileLost(id, event, at: now, in: store, using: &chance)
    }
  }

  // MARK: Links

  func filesLinkUp(_ link: Link) {
    guard let peer = link.peer, link.takesFiles else { return }
    // What was asked for on an earlier link is asked for again on this one.
    for id in uploads.linkDown(peer) { openFiles[id] = nil }
    carryOut(downloads.linkUp(peer, at: loop.now.instant))
  }

  func filesLinkDown(_ peer: NodeID) {
    for id in uploads.linkDown(peer) { openFiles[id] = nil }
    carryOut(downloads.linkDown(peer, at: loop.now.instant))
  }

  /// - Returns: whether this node has asked for it.
  func received(_ frame: FileFrame, on link: Link) -> Bool {
    guard link.isProven, let peer = link.peer else { return false }
    switch frame {
    case .want(let token, let from, let limit, let restarts):
      serve(token, from, limit, restarts, to: peer, on: link)
      return false
    case .chunk, .gone:
      let (isWanted, directives) = downloads.received(frame, from: peer, at: loop.now.instant)
      if !isWanted { counters.count("files.frames.refused") }
      carryOut(directives)
      return isWanted
    }
  }

  // MARK: Sending

  private func serve(
    _ token: [UInt8], _ from: UInt32, _ limit: UInt32, _ restarts: Bool, to peer: NodeID, on link: Link
  ) {
    guard let id = FileID(bytes: token) else { return }
    guard let (state, offer) = offeredFile(id, to: peer) else {
      if uploads.isOpen(id, to: peer) { closeFile(id) }
      try? link.send(FileFrame.gone(token: token))
      return
    }
    if !uploads.isOpen(id, to: peer) {
      guard let open = openFile(id, offer) else {
        try? link.send(FileFrame.gone(token: token))
        return lose(id, .lost)
      }
      for closed in uploads.open(id, to: peer, count: open.layout.chunkCount) { openFiles[closed] = nil }
      openFiles[id] = open
    }
    guard uploads.wanted(id, from: from, limit: limit, restarts: restarts, by: peer) else {
      return counters.count("files.frames.refused")
    }
    if state.after(.wanted, of: .sent) != nil {
      tellChat { (engine, now) throws(ChatError) in
        try engine.fileWanted(id, at: now, in: store, using: &chance)
      }
    }
    tellFileProgress(of: id)
    sendChunks(to: peer)
  }

  /// What this node still offers to that contact and nobody else.
  private func offeredFile(_ id: FileID, to peer: NodeID) -> (state: FileState, offer: FileOffer)? {
    guard let file = try? store.file(id), file.key.peer == peer, file.key.direction == .sent,
      file.state != .withdrawn, (try? store.chatContact(peer))?.trust == .accepted,
      let message = try? store.message(file.key), !message.isGone
    else { return nil }
    if case .failed = message.state { return nil }
    return message.file?.offer.map { (file.state, $0) }
  }

  private func openFile(_ id: FileID, _ offer: FileOffer) -> OpenFile? {
    let layout = offer.layout
    let count = layout.chunkCount * ChunkTree.hashCount
    guard let leaves = try? shelf.read(count, at: layout.sealedSize, of: id),
      let tree = ChunkTree(
        leaves: stride(from: 0, to: count, by: ChunkTree.hashCount).map {
          Array(leaves[$0..<$0 + ChunkTree.hashCount])
        }),
      tree.root == offer.root
    else { return nil }
    return OpenFile(layout: layout, tree: tree)
  }

  /// Hands chunks to a peer's link while little waits there.
  func sendChunks(to peer: NodeID) {
    guard let link = pool?.link(to: peer) else { return }
    for _ in 0..<DaemonSettings.chunksPerTurn {
      guard link.pendingOutput < DaemonSettings.fileOutput, let (id, index) = uploads.next(for: peer) else {
        return
      }
      guard let open = openFiles[id],
        let sealed = try? shelf.read(
          open.layout.sealedLength(of: index), at: open.layout.sealedOffset(of: index), of: id)
      else {
        closeFile(id)
        try? link.send(FileFrame.gone(token: id.bytes))
        lose(id, .lost)
        continue
      }
      let frame = FileFrame.chunk(
        token: id.bytes, index: UInt32(index), path: open.tree.path(of: index), sealed: sealed)
      do throws(SendError) { try link.send(frame) } catch { return counters.count("frames.unsent") }
      counters.count("files.chunks.sent")
    }
    loop.later { [weak self] in self?.sendChunks(to: peer) }
  }

  private func closeFile(_ id: FileID) {
    uploads.close(id)
    openFiles[id] = nil
  }

  // MARK: Ends

  func dropFile(_ id: FileID) {
    closeFile(id)
    restingFiles[id] = nil
    carryOut(downloads.stop(id, at: loop.now.instant))
    shelf.remove(id)
  }

  /// Drops what belongs to no message any more.
  func sweepFiles() {
    do {
      for id in Set(try shelf.all() + downloads.all + uploads.all) where stagedFiles[id] == nil {
        if try store.file(id) == nil { dropFile(id) }
      }
    } catch {
      log.warning("files that nothing names any more may be left: \(String(describing: error))")
    }
  }

  func tickFiles(at now: Instant) {
    if downloads.nextDeadline.map({ $0 <= now }) == true { carryOut(downloads.tick(at: now)) }
    for (id, until) in restingFiles where until <= now {
      restingFiles[id] = nil
      fetch(id)
    }
  }
}
