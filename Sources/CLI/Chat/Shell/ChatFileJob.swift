import ControlAPI
import Glibc
import Wire

/// A file that a chat hands over or saves: one request after the other, between all else that the chat does.
final class ChatFileJob {
  enum Step {
    /// The next request line, without its end.
    case ask([UInt8])
    case done(ChatAnswer)
  }

  private enum Stage {
    case opening
    case writing(upload: String)
    case sending
    case looking
    case reading(TargetFile, FileView)
  }

  private enum Work {
    case send(SourceFile, to: String, caption: String?)
    case save(String, path: String)
  }

  private let work: Work
  private var stage: Stage

  /// Nil for calls that are no files.
  init?(_ call: ChatCall) throws(Failure) {
    switch call {
    case .sendFile(let to, let path, let caption):
      work = .send(try SourceFile(Array(ChatFileJob.expanded(path).utf8)), to: to, caption: caption)
      stage = .opening
    case .saveFile(let id, let path):
      work = .save(id, path: ChatFileJob.expanded(path))
      stage = .looking
    case .status, .subscribe, .contacts, .requests, .recent, .log, .send, .edit, .react, .delete, .retry, .read,
      .typing, .draft, .keep, .add, .accept, .block, .remove, .rename, .verify, .code, .trust, .mute, .receipts,
      .typingSigns, .lifetime, .session, .trace, .cancel, .find, .search, .fetch:
      return nil
    }
  }

  /// As a shell would have it.
  private static func expanded(_ path: String) -> String {
    guard path.hasPrefix("~/"), let home = getenv("HOME") else { return path }
    return String(cString: home) + path.dropFirst()
  }

  /// How much of the file is copied, once it has begun.
  var percent: Int? {
    switch (stage, work) {
    case (.opening, _), (.looking, _), (.writing, .save): nil
    case (.writing, .send(let source, _, _)): Int(source.read * 100 / max(1, source.size))
    case (.sending, _): 100
    case (.reading(let target, let file), _): Int(target.written * 100 / max(1, file.size))
    }
  }

  func begin(id: Int64) -> Step {
    switch work {
    case .send(let source, _, _):
      .ask(Request.encoded(FileOpen.self, id: .number(id), params: .init(size: source.size)))
    case .save(let message, _): .ask(Request.encoded(FileShow.self, id: .number(id), params: .init(id: message)))
    }
  }

  /// The answer to the last request came. - Parameter id: that of the next one.
  func answered(_ answer: ServerLine.Answer, next id: Int64) -> Step {
    do throws(Failure) {
      return try step(answer, .number(id))
    } catch {
      return .done(.failed(error))
    }
  }

  private func step(_ answer: ServerLine.Answer, _ id: RequestID) throws(Failure) -> Step {
    switch (stage, work) {
    case (.opening, .send(let source, let to, let caption)):
      return try write(source, to: to, caption, upload: try read(answer, FileOpen.self).upload, id)
    case (.writing(let upload), .send(let source, let to, let caption)):
      _ = try read(answer, FileWrite.self)
      return try write(source, to: to, caption, upload: upload, id)
    case (.sending, _): return .done(.message(try read(answer, FileSend.self).message))
    case (.looking, .save(_, let path)):
      let message = try read(answer, FileShow.self).message
      guard let file = message.file else { throw Failure(.notFound, "the message has no file") }
      guard message.direction == .outgoing || file.phase == .complete else { throw FileOutcome.failure(message) }
      let target = try TargetFile(path, named: file.saveAs, replaces: false)
      guard file.size > 0 else { return try finish(target) }
      stage = .reading(target, file)
      return try ask(target, id)
    case (.reading(let target, let file), _):
      let piece = try read(answer, FileRead.self).data.bytes
      guard !piece.isEmpty else { throw Failure(.internalFailure, "the daemon's file ends early") }
      try target.write(piece)
      guard target.written >= file.size else { return try ask(target, id) }
      return try finish(target)
    case (.opening, .save), (.writing, .save), (.looking, .send):
      throw Failure(.internalFailure, "a file is both sent and saved")
    }
  }

  private func write(
    _ source: SourceFile, to: String, _ caption: String?, upload: String, _ id: RequestID
  ) throws(Failure) -> Step {
    guard source.isAtEnd else {
      stage = .writing(upload: upload)
      return .ask(
        Request.encoded(
          FileWrite.self, id: id, params: .init(upload: upload, data: Base64Data(try source.piece()))))
    }
    stage = .sending
    return .ask(
      Request.encoded(
        FileSend.self, id: id,
        params: .init(
          upload: upload, to: to, name: source.name, mime: MediaType.of(source.name), caption: caption)))
  }

  private func finish(_ target: TargetFile) throws(Failure) -> Step {
    try target.finish()
    return .done(.saved(target.path))
  }

  private func ask(_ target: TargetFile, _ id: RequestID) throws(Failure) -> Step {
    guard case .save(let message, _) = work else { throw Failure(.internalFailure, "nothing is saved") }
    return .ask(
      Request.encoded(
        FileRead.self, id: id,
        params: .init(id: message, offset: target.written, count: ControlAPI.Settings.maximumPiece)))
  }

  private func read<M: ControlMethod>(_ answer: ServerLine.Answer, _: M.Type) throws(Failure) -> M.Result {
    do throws(ControlJSON.Mistake) { return try answer.result(of: M.self) } catch {
      throw Failure(
        .internalFailure, "the daemon's answer cannot be understood: \(error.text)",
        hint: "daemon and command line may be of different versions; restart the daemon")
    }
  }
}
