import ControlAPI
import Wire
import World

/// Files between the user's disk and the daemon.
extension Context {
  /// Hands a file over and has it sent.
  func hand(
    _ source: SourceFile, _ params: (_ upload: String) -> FileSend.Params, to client: ControlClient
  ) throws(Stop) -> MessageView {
    let upload = try client.call(FileOpen.self, FileOpen.Params(size: source.size), within: Settings.localCall)
      .upload
    let progress = ProgressLine("handing over", console: console)
    defer { progress.clear() }
    while !source.isAtEnd {
      let piece = try local { () throws(Failure) in try source.piece() }
      _ = try client.call(
        FileWrite.self, FileWrite.Params(upload: upload, data: Base64Data(piece)), within: Settings.localCall)
      progress.advance(
        Progress(id: .number(0), stage: "handing over", percent: Int(source.read * 100 / source.size)))
    }
    let sending = params(upload)
    do throws(Stop) {
      return try client.call(FileSend.self, sending, within: Settings.diskCall).message
    } catch {
      throw client.mayHaveTaken(error, to: sending.to)
    }
  }

  /// Waits until a file is somewhere.
  func wait(
    for id: String, _ goal: FileWait.Goal, of client: ControlClient
  ) throws(Stop) -> FileWait.Result {
    let limit = arguments.duration("timeout") ?? (goal == .fetched ? Settings.transfer : Settings.networkCall)
    let progress = ProgressLine("transferring", console: console)
    return try client.call(
      FileWait.self, FileWait.Params(id: id, goal: goal, timeoutMilliseconds: limit.milliseconds),
      within: limit + surroundings.grace, progress: progress)
  }

  /// Writes a file that the daemon has whole to where the user says.
  func save(_ message: MessageView, _ file: FileView, to path: String, replaces: Bool) throws(Stop) -> String {
    let target = try local { () throws(Failure) in try TargetFile(path, named: file.saveAs, replaces: replaces) }
    try read(message, file) { (piece) throws(Stop) in
      try local { () throws(Failure) in try target.write(piece) }
    }
    try local { () throws(Failure) in try target.finish() }
    return target.path
  }

  /// Writes a file that the daemon has whole to the standard output.
  func pour(_ message: MessageView, _ file: FileView) throws(Stop) {
    guard !wantsJSON else { throw .failure(.usage("- and --json both mean the standard output")) }
    // What is in it might steer the terminal.
    guard !console.outputIsTerminal else {
      throw .failure(
        .usage("a file is not written to a terminal", hint: "send the standard output to a program or a file"))
    }
    try read(message, file) { (piece) throws(Stop) in try console.put(piece) }
  }

  private func read(
    _ message: MessageView, _ file: FileView, _ take: ([UInt8]) throws(Stop) -> Void
  ) throws(Stop) {
    let client = try connect()
    let progress = ProgressLine("saving", console: console)
    defer { progress.clear() }
    var offset: Int64 = 0
    while offset < file.size {
      let params = FileRead.Params(
        id: message.messageID, offset: offset, count: ControlAPI.Settings.maximumPiece)
      let piece = try client.call(FileRead.self, params, within: Settings.localCall).data.bytes
      guard !piece.isEmpty else { throw .failure(Failure(.internalFailure, "the daemon's file ends early")) }
      try take(piece)
      offset += Int64(piece.count)
      progress.advance(Progress(id: .number(0), stage: "saving", percent: Int(offset * 100 / max(1, file.size))))
    }
  }

  /// Runs what concerns the user's own disk.
  func local<Value>(_ act: () throws(Failure) -> Value) throws(Stop) -> Value {
    do throws(Failure) { return try act() } catch { throw .failure(error) }
  }
}
