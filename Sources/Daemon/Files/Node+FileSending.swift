import Chat
import ControlAPI
import Crypto
import FileTransfer
import Reactor
import Store
import Wire
import World

/// Files that clients hand over and have sent.
extension Node {
  // MARK: Handing over

  func openFile(_ call: ControlCall<FileOpen>) throws(RPCError) {
    guard let layout = call.params.size == 0 ? .empty : FileLayout(size: call.params.size) else {
      let most = FileLayout.maximumSize
      guard call.params.size > most else { throw RPCError(.badInput, "size must be between 0 and \(most)") }
      throw RPCError(
        .badInput, "the file has \(call.params.size) bytes: \(most), which are \(most >> 20) MiB, are the most")
    }
    let owner = ObjectIdentifier(call.client)
    guard stagedFiles.count < DaemonSettings.staged,
      stagedFiles.values.count(where: { $0.owner == owner }) < DaemonSettings.stagedPerClient
    else {
      throw RPCError(.refused, "too many files are being handed over", hint: "wait until some of them are sent")
    }
    guard try asking({ () throws(StoreError) in try store.hasRoom(forFileOf: layout.sealedSize) }) else {
      throw RPCError(ChatError.noRoomForFile)
    }
    let id = FileID.random(using: &chance)
    stagedFiles[id] = StagedFile(id, layout, owner: owner)
    finish(call, FileOpen.Result(upload: id.hex))
  }

  func writeFile(_ call: ControlCall<FileWrite>) throws(RPCError) {
    var (id, staged) = try stagedFile(call.params.upload, of: call.client)
    let bytes = call.params.data.bytes
    guard bytes.count <= Settings.maximumPiece, Int64(bytes.count) <= staged.layout.size - staged.written else {
      throw RPCError(.badInput, "these are more bytes than a piece or the file has")
    }
    for (index, sealed) in staged.take(bytes) {
      try onDisk { () throws(FileError) in
        try shelf.write(sealed, at: staged.layout.sealedOffset(of: index), of: id)
      }
    }
    stagedFiles[id] = staged
    finish(call, FileWrite.Result(written: staged.written))
  }

  private func stagedFile(
    _ upload: String, of client: ControlClient
  ) throws(RPCError) -> (id: FileID, staged: StagedFile) {
    guard let id = FileID(hex: upload), let staged = stagedFiles[id], staged.owner == ObjectIdentifier(client),
      !staged.isSent
    else { throw RPCError(.notFound, "no such file is being handed over on this connection") }
    return (id, staged)
  }

  func dropStaged(of client: ControlClient) {
    for (id, staged) in stagedFiles where staged.owner == ObjectIdentifier(client) && !staged.isSent {
      stagedFiles[id] = nil
      shelf.remove(id)
    }
  }

  // MARK: Sending

  func sendFile(_ call: ControlCall<FileSend>) throws(RPCError) {
    var (id, staged) = try stagedFile(call.params.upload, of: call.client)
    guard staged.isWhole else { throw RPCError(.stateForbids, "the file is not handed over whole") }
    let to = try contact(call.params.to, preferring: .accepted)
    let limit: Int64
    do throws(ChatError) { limit = try chat.wholeFileLimit(for: to.nodeID, in: store) } catch {
      throw RPCError(error)
    }
    if staged.layout.size <= limit {
      let bytes = try plainBytes(of: id, staged.cipher, staged.layout, 0..<staged.layout.size)
      let message = try send(call.params, .bytes(bytes), staged, to: to.nodeID)
      stagedFiles[id] = nil
      shelf.remove(id)
      return finish(call, MessageResult(message: try view(of: message)))
    }
    guard let tree = ChunkTree(leaves: staged.leaves),
      let offer = FileOffer(token: id, key: staged.key, layout: staged.layout, root: tree.root)
    else { throw RPCError(.internalFailure, "the file cannot be offered") }
    try onDisk { () throws(FileError) in
      try shelf.write(staged.leaves.flatMap(\.self), at: staged.layout.sealedSize, of: id)
    }
    staged.isSent = true
    stagedFiles[id] = staged
    try flushed(id) { [self] (flushed) throws(RPCError) in
      stagedFiles[id] = nil
      do throws(RPCError) {
        try onDisk { () throws(FileError) in try flushed.get() }
        finish(call, MessageResult(message: try view(of: send(call.params, .offer(offer), staged, to: to.nodeID))))
      } catch {
        shelf.remove(id)
        throw error
      }
    } failing: { [self] error in
      fail(call, error)
    }
  }

  /// Has a file on the disk before anything names it.
  private func flushed(
    _ id: FileID, then: @escaping (Result<Void, FileError>) throws(RPCError) -> Void,
    failing: @escaping (RPCError) -> Void
  ) throws(RPCError) {
    let shelf = shelf
    do throws(SystemError) {
      try loop.offload {
        do throws(FileError) { return Result<Void, FileError>.success(try shelf.flush(id)) } catch {
          return .failure(error)
        }
      } then: { result in
        do throws(RPCError) { try then(result) } catch { failing(error) }
      }
    } catch {
      throw RPCError(.internalFailure, "\(error)")
    }
  }

  private func send(
    _ params: FileSend.Params, _ source: OutgoingFile.Source, _ staged: StagedFile, to peer: NodeID
  ) throws(RPCError) -> ChatMessage {
    let file = OutgoingFile(
      name: params.name, mime: params.mime, duration: params.durationMilliseconds.map { .milliseconds($0) },
      size: staged.layout.size, source: source)
    do throws(ChatError) {
      let replyTo = try params.replyTo.map { (id) throws(ChatError) in try chat.message(named: id, in: store).id }
      return try withChat { (engine, now) throws(ChatError) in
        let sent = try engine.send(
          file, caption: params.caption ?? "", to: peer, replyTo: replyTo,
          lifetime: params.lifetimeMilliseconds.map { .milliseconds($0) }, at: now, in: store, using: &chance)
        return (sent.message, sent.directives)
      }
    } catch {
      throw RPCError(error)
    }
  }
}
