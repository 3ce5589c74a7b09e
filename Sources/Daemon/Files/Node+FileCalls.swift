import Chat
import ControlAPI
import Crypto
import FileTransfer
import Reactor
import Store
import Wire
import World

/// What clients ask of files that are there.
extension Node {
  func listFiles(_ params: FileList.Params) throws(RPCError) -> FileList.Result {
    guard (1...Settings.maximumPage).contains(params.limit) else {
      throw RPCError(.badInput, "limit must be between 1 and \(Settings.maximumPage)")
    }
    let with = try params.with.map { (who) throws(RPCError) in try contact(who).nodeID }
    // Of one contact as many as there are among the newest of all.
    let keys = try asking { () throws(StoreError) in
      try store.messagesWithFiles(limit: with == nil ? params.limit : Settings.maximumPage)
    }
    var views: [MessageView] = []
    for key in keys where with == nil || key.peer == with {
      if let message = try message(key), views.count < params.limit { views.append(try view(of: message)) }
    }
    return FileList.Result(messages: views)
  }

  func showFile(_ params: MessageReference) throws(RPCError) -> MessageResult { try result(try fileKey(params.id)) }

  func acceptFile(_ params: MessageReference) throws(RPCError) -> MessageResult {
    let key = try fileKey(params.id)
    return try act(on: key) { (engine, now) throws(ChatError) in
      try engine.acceptFile(key, at: now, in: store, using: &chance)
    }
  }

  func cancelFile(_ params: MessageReference) throws(RPCError) -> MessageResult {
    let key = try fileKey(params.id)
    return try act(on: key) { (engine, now) throws(ChatError) in
      try engine.cancelFile(key, at: now, in: store, using: &chance)
    }
  }

  private func act(
    on key: MessageKey, _ verb: (inout ChatEngine, Moment) throws(ChatError) -> [ChatDirective]
  ) throws(RPCError) -> MessageResult {
    do throws(ChatError) {
      try withChat { (engine, now) throws(ChatError) in ((), try verb(&engine, now)) }
    } catch {
      throw RPCError(error)
    }
    return try result(key)
  }

  /// The message with a file that a person means.
  func fileKey(_ id: String) throws(RPCError) -> MessageKey {
    do throws(ChatError) {
      let message = try chat.message(named: id, in: store)
      guard message.file != nil else { throw ChatError.noFile }
      return message.key
    } catch {
      throw RPCError(error)
    }
  }

  func readFile(_ params: FileRead.Params) throws(RPCError) -> FileRead.Result {
    let key = try fileKey(params.id)
    guard params.offset >= 0 else { throw RPCError(.badInput, "offset must not be below 0") }
    guard (1...Settings.maximumPiece).contains(params.count) else {
      throw RPCError(.badInput, "count must be between 1 and \(Settings.maximumPiece)")
    }
    guard let card = try message(key)?.file,
      let file = try asking({ () throws(StoreError) in try store.file(of: key) })
    else { throw RPCError(ChatError.noFile) }
    // A sent file is here whatever has come of it, unless it was dropped when it was taken back.
    guard key.direction == .sent || file.state == .complete else {
      throw RPCError(ChatError.fileState(file.state))
    }
    let end = min(file.size, params.offset.addingReportingOverflow(Int64(params.count)).partialValue)
    guard params.offset < end else { return FileRead.Result(data: Base64Data([]), size: file.size) }
    let range = params.offset..<end
    let bytes: [UInt8]
    if let offer = card.offer {
      bytes = try plainBytes(of: file.id, offer.cipher, offer.layout, range)
    } else {
      let whole = try asking { () throws(StoreError) in try store.attachment(of: file.id) }
      guard let whole, whole.count >= Int(end) else { throw RPCError(.notFound, "the file is not here any more") }
      bytes = Array(whole[Int(range.lowerBound)..<Int(end)])
    }
    return FileRead.Result(data: Base64Data(bytes), size: file.size)
  }

  /// Opens the chunks that hold a range.
  func plainBytes(
    of id: FileID, _ cipher: ChunkCipher, _ layout: FileLayout, _ range: Range<Int64>
  ) throws(RPCError) -> [UInt8] {
    guard !range.isEmpty else { return [] }
    let first = Int(range.lowerBound / layout.chunkSize)
    let last = Int((range.upperBound - 1) / layout.chunkSize)
    var bytes: [UInt8] = []
    for index in first...last {
      let sealed = try onDisk { () throws(FileError) in
        try shelf.read(layout.sealedLength(of: index), at: layout.sealedOffset(of: index), of: id)
      }
      guard let sealed else { throw RPCError(.notFound, "the file is not here any more") }
      do throws(CryptoError) { bytes += try cipher.open(sealed, index: index) } catch {
        throw RPCError(.storeUnusable, "the file was changed on the disk", hint: "ask its sender for it again")
      }
    }
    let start = Int(range.lowerBound - Int64(first) * layout.chunkSize)
    return Array(bytes[start..<start + Int(range.upperBound - range.lowerBound)])
  }

  func fileView(of message: ChatMessage) throws(RPCError) -> FileView? {
    guard let card = message.file,
      let file = try asking({ () throws(StoreError) in try store.file(of: message.key) })
    else { return nil }
    var view = FileView(
      kind: FileKind(card.kind), name: card.name, saveAs: FileName.sanitised(card.name), mime: card.mime,
      size: card.size, durationMilliseconds: card.duration?.milliseconds, phase: FilePhase(file.state),
      transferred: 0)
    if file.state == .complete {
      view.transferred = card.size
    } else if let layout = card.offer?.layout {
      let chunks = downloads.progress(of: file.id) ?? uploads.progress(of: file.id)
      let sealed = message.direction == .received ? (try? shelf.size(of: file.id)) ?? 0 : 0
      view.transferred = min(
        card.size, Int64(chunks ?? layout.wholeChunks(in: sealed)) * layout.chunkSize)
    }
    return view
  }

  /// Asks the store or the shelf, whose errors become the call's.
  @discardableResult
  func asking<Value>(_ question: () throws(StoreError) -> Value) throws(RPCError) -> Value {
    do throws(StoreError) { return try question() } catch { throw RPCError(error) }
  }

  @discardableResult
  func onDisk<Value>(_ question: () throws(FileError) -> Value) throws(RPCError) -> Value {
    do throws(FileError) { return try question() } catch { throw RPCError(StoreError.file(error)) }
  }
}

extension FileKind {
  fileprivate init(_ kind: ChatFile.Kind) {
    switch kind {
    case .image: self = .image
    case .audio: self = .audio
    case .file: self = .file
    }
  }
}

extension FilePhase {
  fileprivate init(_ state: FileState) {
    switch state {
    case .offered: self = .offered
    case .fetching: self = .fetching
    case .complete: self = .complete
    case .declined: self = .declined
    case .withdrawn: self = .withdrawn
    case .gone: self = .gone
    case .damaged: self = .damaged
    }
  }
}
