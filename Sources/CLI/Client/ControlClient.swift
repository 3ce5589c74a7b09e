import CLinux
import ControlAPI
import Glibc
import World

/// A connection to the daemon: one call at a time, or a stream of events.
final class ControlClient {
  private let socket: Int32
  private let path: String
  private let interruption: Interruption
  private var decoder = LineDecoder(limit: ControlAPI.Settings.maximumAnswer)
  private var lines: ArraySlice<[UInt8]> = []
  /// Events that came while an answer was waited for.
  private var early: ArraySlice<Event> = []
  private var lastID: Int64 = 0
  /// The message that the daemon said it is waiting for.
  private(set) var awaitedMessage: String?
  /// Whether the last call went out whole and has no answer: what it asked for may have been done.
  private(set) var isUnanswered = false

  init(path: String, interruption: Interruption) throws(Failure) {
    socket = try ControlSocket.connect(path)
    self.path = path
    self.interruption = interruption
  }

  deinit { close(socket) }

  /// Asks for a method and waits for its answer.
  func call<M: ControlMethod>(
    _: M.Type, _ params: M.Params, within limit: Duration, progress: ProgressLine? = nil
  ) throws(Stop) -> M.Result {
    let answer = try call(
      method: M.method.rawValue, line: Request.encoded(M.self, id: nextID(), params: params), within: limit,
      progress: progress)
    do throws(ControlJSON.Mistake) {
      return try answer.result(of: M.self)
    } catch {
      throw .failure(misunderstood(error))
    }
  }

  /// Asks for a method by a name that may be unknown.
  func call(method: String, params: JSONValue, within limit: Duration) throws(Stop) -> JSONValue {
    let line = Request.encoded(method: method, id: nextID(), params: params)
    let answer = try call(method: method, line: line, within: limit, progress: nil)
    do throws(ControlJSON.Mistake) {
      return try answer.json()
    } catch {
      throw .failure(misunderstood(error))
    }
  }

  /// Waits for the next event, without a bound.
  func nextEvent() throws(Stop) -> Event {
    if let event = early.popFirst() { return event }
    while true {
      guard let line = try nextLine(until: nil, progress: nil) else { continue }
      if case .notification(.event(let event)) = try read(line) { return event }
    }
  }

  /// Waits until the daemon closes the connection.
  func waitForClose(within limit: Duration) throws(Stop) {
    let deadline = SystemClock.instant + limit
    do {
      while try nextLine(until: deadline, progress: nil) != nil {}
    } catch .failure(let failure) where failure.code == .daemonNotRunning {
      return
    }
    throw .failure(Failure(.timedOut, "the daemon has not stopped within \(TimeText.elapsed(limit.milliseconds))"))
  }

  private func nextID() -> RequestID {
    lastID += 1
    return .number(lastID)
  }

  private func call(method: String, line: [UInt8], within limit: Duration, progress: ProgressLine?) throws(Stop)
    -> ServerLine.Answer
  {
    defer { progress?.clear() }
    let deadline = SystemClock.instant + limit
    isUnanswered = false
    try send(line + [UInt8(ascii: "\n")])
    isUnanswered = true
    while let line = try nextLine(until: deadline, progress: progress) {
      switch try read(line) {
      case .answer(.number(lastID), let answer):
        isUnanswered = false
        return answer
      case .failure(_, let error):
        isUnanswered = false
        throw .failure(Failure(error))
      case .notification(.progress(let news)):
        awaitedMessage = news.messageID ?? awaitedMessage
        progress?.advance(news)
      case .notification(.event(let event)): early.append(event)
      case .answer, .notification(.typing), .unknown: continue
      }
    }
    throw .failure(
      Failure(
        .timedOut, "the daemon has not answered \(method) within \(TimeText.elapsed(limit.milliseconds))",
        hint: "sophax status shows what it is doing"))
  }

  private func read(_ line: [UInt8]) throws(Stop) -> ServerLine {
    do throws(ControlJSON.Mistake) {
      return try ServerLine.decode(line)
    } catch {
      throw .failure(misunderstood(error))
    }
  }

  private func misunderstood(_ mistake: ControlJSON.Mistake) -> Failure {
    Failure(
      .internalFailure, "the daemon's answer cannot be understood: \(mistake.text)",
      hint: "daemon and command line may be of different versions; restart the daemon")
  }

  private func send(_ bytes: [UInt8]) throws(Stop) {
    guard bytes.count <= ControlAPI.Settings.maximumLine else {
      throw .failure(Failure(.badInput, "the request is longer than \(ControlAPI.Settings.maximumLine) bytes"))
    }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        throw .failure(hungUp)
      }
    }
  }

  /// The next line, or nil once the deadline has passed.
  private func nextLine(until deadline: Instant?, progress: ProgressLine?) throws(Stop) -> [UInt8]? {
    while true {
      if let line = lines.popFirst() { return line }
      let now = SystemClock.instant
      if let deadline, now >= deadline { return nil }
      let left = min(
        deadline.map { $0 - now } ?? .seconds(3600), progress == nil ? .seconds(3600) : Settings.repaint)
      switch interruption.wait(for: socket, milliseconds: left.milliseconds + 1) {
      case .ready: try receive()
      case .interrupted: throw .interrupted
      case .silence: progress?.paint()
      }
    }
  }

  private func receive() throws(Stop) {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = recv(socket, &chunk, chunk.count, 0)
    if count < 0, errno == EINTR || errno == EAGAIN { return }
    guard count > 0 else { throw .failure(hungUp) }
    lines += decoder.push(chunk.prefix(count))
    guard !decoder.isOverlong else {
      throw .failure(Failure(.internalFailure, "the daemon's answer is longer than any can be"))
    }
  }

  private var hungUp: Failure {
    Failure(
      .daemonNotRunning, "the daemon has closed the connection",
      hint: "sophax status shows whether it runs; its log says why it stopped")
  }
}
