import CLinux
import Glibc
import World

/// Carries bytes between a face, the keyboard and the daemon, and brings the daemon back when it is gone.
final class ChatLoop<Face: ChatFace> {
  var face: Face
  private let path: String
  private let input: Int32
  private let interruption: Interruption
  /// The descriptor of signals, or -1.
  private let signals: Int32
  private var link: ChatLink?
  private var nextTry: Instant
  private var nextStatus: Instant
  private var readsInput = true

  init(_ face: Face, path: String, input: Int32, interruption: Interruption, signals: Int32) throws(Stop) {
    self.face = face
    self.path = path
    self.input = input
    self.interruption = interruption
    self.signals = signals
    (nextTry, nextStatus) = (SystemClock.instant, SystemClock.instant)
    do throws(Failure) {
      link = try ChatLink(path: path)
    } catch {
      throw .failure(error)
    }
    self.face.book.connected()
    self.face.noticed()
  }

  /// Runs until the face has its end. `present` shows what has changed; `signalled` deals with what came as signals.
  func run(
    present: (inout Face) throws(Stop) -> Void, signalled: (inout Face, TerminalSignals.Kind) throws(Stop) -> Void
  ) throws(Stop) -> ChatEnd {
    while true {
      handOver()
      try present(&face)
      if let end = face.end {
        leave()
        return end
      }
      do throws(Stop) {
        try turn(signalled)
      } catch {
        leave()
        throw error
      }
    }
  }

  /// The chat is over: what is begun is kept.
  private func leave() {
    face.book.keepDraft(face.typedText)
    handOver()
  }

  /// Gives the daemon what the book asks for.
  private func handOver() {
    for call in face.book.drainCalls() { link?.ask(call) }
    for arrival in link?.takeFailures() ?? [] {
      guard case .answer(let call, let answer) = arrival else { continue }
      face.book.answered(call, answer)
      face.noticed()
    }
    link?.write()
  }

  private func turn(_ signalled: (inout Face, TerminalSignals.Kind) throws(Stop) -> Void) throws(Stop) {
    var waits = [
      pollfd(fd: interruption.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
      pollfd(fd: readsInput ? input : -1, events: Int16(POLLIN), revents: 0),
      link?.interest ?? pollfd(fd: -1, events: 0, revents: 0),
    ]
    let count = poll(&waits, 4, Int32(clamping: timeout.milliseconds + 1))
    if count == 0, face.patience != nil { face.typedNothing() }
    if waits[0].revents != 0 { throw .interrupted }
    if waits[1].revents != 0 {
      for kind in TerminalSignals.kinds(from: signals) { try signalled(&face, kind) }
    }
    if waits[2].revents != 0 { readInput() }
    if waits[3].revents != 0 { readLink() }
    keepUp()
  }

  private var timeout: Duration {
    let now = SystemClock.instant
    let next = (link == nil ? nextTry : nextStatus) - now
    return max(.zero, min(next, face.patience ?? next))
  }

  private func readInput() {
    var chunk = [UInt8](repeating: 0, count: 4096)
    let count = read(input, &chunk, chunk.count)
    if count > 0 {
      face.typed(Array(chunk.prefix(count)))
    } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
      readsInput = false
      face.inputEnded()
    }
  }

  private func readLink() {
    link?.write()
    for arrival in link?.read() ?? [] {
      switch arrival {
      case .answer(let call, let answer): face.book.answered(call, answer)
      case .event(let event): face.book.happened(event)
      case .copied(let call, let percent): face.book.copied(call, percent, at: SystemClock.instant)
      case .typing(let typing): face.book.happened(typing, at: SystemClock.instant)
      case .gone(let reason):
        link = nil
        nextTry = SystemClock.instant + Settings.chatRetry
        face.book.disconnected(reason)
      }
      face.noticed()
    }
  }

  /// Looks for a daemon that is gone, and asks one that is there how it is.
  private func keepUp() {
    let now = SystemClock.instant
    face.book.tick(now, typed: face.typedText)
    if link != nil {
      guard now >= nextStatus else { return }
      nextStatus = now + Settings.chatStatus
      face.book.refresh()
    } else if now >= nextTry {
      nextTry = now + Settings.chatRetry
      do throws(Failure) {
        link = try ChatLink(path: path)
        face.book.connected()
      } catch {
        face.book.disconnected(error.message)
      }
      face.noticed()
    }
  }
}
