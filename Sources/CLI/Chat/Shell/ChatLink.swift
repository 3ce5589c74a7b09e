import CLinux
import ControlAPI
import Glibc

/// A chat's connection to the daemon: many calls at once, events between their answers, and no waiting.
final class ChatLink {
  /// What came.
  enum Arrival {
    case answer(ChatCall, ChatAnswer)
    case event(Event)
    case typing(Typing)
    /// So much of a file is copied.
    case copied(ChatCall, percent: Int)
    case gone(String)
  }

  private let socket: Int32
  private var decoder = LineDecoder(limit: ControlAPI.Settings.maximumAnswer)
  private var unwritten: ArraySlice<UInt8> = []
  private var asked: [Int64: ChatCall] = [:]
  private var jobs: [Int64: ChatFileJob] = [:]
  /// What failed before anything was asked.
  private var failures: [Arrival] = []
  private var lastID: Int64 = 0

  init(path: String) throws(Failure) {
    socket = try ControlSocket.connect(path)
    _ = fcntl(socket, F_SETFL, O_NONBLOCK)
  }

  deinit { close(socket) }

  /// What to poll for.
  var interest: pollfd {
    pollfd(fd: socket, events: Int16(unwritten.isEmpty ? POLLIN : POLLIN | POLLOUT), revents: 0)
  }

  func ask(_ call: ChatCall) {
    do throws(Failure) {
      lastID += 1
      if let job = try ChatFileJob(call) {
        go(on: job, call, job.begin(id: lastID))
      } else if let line = call.line(id: lastID) {
        asked[lastID] = call
        unwritten += line + [UInt8(ascii: "\n")]
      }
    } catch {
      failures.append(.answer(call, .failed(error)))
    }
  }

  /// Asks what a file needs next under the last ID. - Returns: what came of it at its end.
  @discardableResult
  private func go(on job: ChatFileJob, _ call: ChatCall, _ step: ChatFileJob.Step) -> Arrival? {
    switch step {
    case .done(let answer): return .answer(call, answer)
    case .ask(let line):
      (asked[lastID], jobs[lastID]) = (call, job)
      unwritten += line + [UInt8(ascii: "\n")]
      return job.percent.map { .copied(call, percent: $0) }
    }
  }

  /// What failed here and was not yet told.
  func takeFailures() -> [Arrival] {
    defer { failures = [] }
    return failures
  }

  /// Writes what there is room for. That the daemon is gone, reading will tell.
  func write() {
    while !unwritten.isEmpty {
      let count = unwritten.withUnsafeBytes { send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      if count > 0 { unwritten = unwritten.dropFirst(count) } else if errno != EINTR { return }
    }
  }

  func read() -> [Arrival] {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = recv(socket, &chunk, chunk.count, 0)
    if count < 0, errno == EINTR || errno == EAGAIN { return [] }
    guard count > 0 else { return [.gone("it has closed the connection")] }
    let arrivals = decoder.push(chunk.prefix(count)).compactMap(arrival)
    return decoder.isOverlong ? arrivals + [.gone("its answer is longer than any can be")] : arrivals
  }

  private func arrival(_ line: [UInt8]) -> Arrival? {
    do throws(ControlJSON.Mistake) {
      switch try ServerLine.decode(line) {
      case .answer(.number(let id), let answer):
        guard let call = asked.removeValue(forKey: id) else { return nil }
        if let job = jobs.removeValue(forKey: id) {
          lastID += 1
          return go(on: job, call, job.answered(answer, next: lastID))
        }
        return .answer(call, result(of: call, answer))
      case .failure(.number(let id), let error):
        jobs[id] = nil
        return asked.removeValue(forKey: id).map { .answer($0, .failed(Failure(error))) }
      case .notification(.event(let event)): return .event(event)
      case .failure(_, let error): return .gone(error.message)
      case .notification(.typing(let typing)): return .typing(typing)
      case .answer, .notification(.progress), .unknown: return nil
      }
    } catch {
      return .gone("what it says cannot be understood: \(error.text)")
    }
  }

  private func result(of call: ChatCall, _ answer: ServerLine.Answer) -> ChatAnswer {
    do throws(ControlJSON.Mistake) {
      return try call.result(answer)
    } catch {
      return .failed(
        Failure(
          .internalFailure, "the daemon's answer cannot be understood: \(error.text)",
          hint: "daemon and command line may be of different versions; restart the daemon"))
    }
  }
}
