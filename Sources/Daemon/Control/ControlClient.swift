import ControlAPI
import Reactor
import World

/// One connection of the control socket. Loop-confined.
///
/// A client may write many requests before it reads an answer: they wait here, and are taken up as it reads. What it
/// does not read is bounded, whatever it asks for.
final class ControlClient {
  private let loop: EventLoop
  private let connection: Connection
  private let log: Logger
  private var lines = LineDecoder()
  /// Requests that were not taken up yet.
  private var requests: ArraySlice<[UInt8]> = []
  private var requestBytes = 0
  private var isTakingUp = false
  /// What the connection has no room for yet, oldest first.
  private var unwritten: ArraySlice<ArraySlice<UInt8>> = []
  private var unwrittenBytes = 0
  private var isEnding = false
  /// The client will ask for nothing more; it may still read.
  private var isInputOver = false
  /// Requests that were taken up and are not answered yet.
  private var unanswered = 0
  private let maximumUnread: Int
  private var onRequest: ((Request) -> Void)?
  private var onEnd: (() -> Void)?

  /// The cursor of the last event handed to this client; nil: it asked for none.
  var subscription: Int64?
  /// Called whenever a congested client has caught up.
  var onDrained: (() -> Void)?

  init(loop: EventLoop, connection: Connection, log: Logger, maximumUnread: Int) {
    self.loop = loop
    self.maximumUnread = maximumUnread
    self.connection = connection
    self.log = log
  }

  var isSubscribed: Bool { subscription != nil }

  /// Whether nobody is there any more to be answered.
  var isGone: Bool { onEnd == nil }

  /// Whether the client is so slow that events should wait: they are kept in the store, so nothing is lost.
  var isCongested: Bool { !unwritten.isEmpty || connection.isCongested }

  func start(onRequest: @escaping (Request) -> Void, onEnd: @escaping () -> Void) {
    self.onRequest = onRequest
    self.onEnd = onEnd
    connection.onBytes = { [weak self] bytes in self?.received(bytes) }
    connection.onInputEnded = { [weak self] in self?.inputEnded() }
    connection.onDrained = { [weak self] in self?.drained() }
    connection.onClosed = { [weak self] _ in self?.end() }
  }

  // MARK: Output

  /// Writes the answer to a request.
  func answer(_ line: [UInt8]) {
    unanswered -= 1
    send(line)
    endIfAnswered()
  }

  /// Writes one line. A client that reads nothing while it asks for more and more is dropped.
  func send(_ line: [UInt8]) {
    guard !isGone else { return }
    unwritten.append((line + [UInt8(ascii: "\n")])[...])
    unwrittenBytes += line.count + 1
    write()
    guard unwrittenBytes > maximumUnread else { return }
    log.warning("control socket: a client that does not read was dropped")
    connection.close()
    end()
  }

  /// Hands the connection what it has room for; an answer may be longer than its whole queue.
  private func write() {
    while let first = unwritten.first, !connection.isCongested {
      let piece = first.prefix(DaemonSettings.writePiece)
      do throws(WriteError) {
        try connection.write(Array(piece))
      } catch {
        connection.close()
        return end()
      }
      unwrittenBytes -= piece.count
      if piece.count == first.count {
        unwritten.removeFirst()
      } else {
        unwritten[unwritten.startIndex] = first.dropFirst(piece.count)
      }
    }
    if isEnding, unwritten.isEmpty {
      connection.closeAfterFlush()
      end()
    }
  }

  private func drained() {
    write()
    guard !isGone, !isCongested else { return }
    onDrained?()
    takeUp()
  }

  // MARK: Input

  private func received(_ bytes: [UInt8]) {
    for line in lines.push(bytes) {
      requests.append(line)
      requestBytes += line.count
    }
    if !isTakingUp { takeUp() }
  }

  /// A last request may have no line end.
  private func inputEnded() {
    isInputOver = true
    if let line = lines.finish() {
      requests.append(line)
      requestBytes += line.count
    }
    if !isTakingUp { takeUp() }
  }

  /// A client that asks for nothing more is let go once it has all its answers.
  private func endIfAnswered() {
    guard isInputOver, !isGone, !isEnding, requests.isEmpty, unanswered == 0, !isSubscribed else { return }
    isEnding = true
    write()
  }

  /// Takes up requests as long as the client reads the answers: some in a turn, so that they share its commit, and no
  /// more, so that others have their turn.
  private func takeUp() {
    isTakingUp = false
    for _ in 0..<DaemonSettings.requestsPerTurn {
      guard !isGone, !isCongested, let line = requests.popFirst() else { break }
      requestBytes -= line.count
      do throws(Request.Refusal) {
        let request = try Request.decode(line)
        unanswered += 1
        onRequest?(request)
        // Its answer may be megabytes: the rest waits until it is written.
        if request.method.hasLongAnswer { break }
      } catch {
        send(Response.encoded(id: error.id, error: error.error))
      }
    }
    guard !isGone else { return }
    if !requests.isEmpty, !isCongested {
      isTakingUp = true
      loop.later { [weak self] in self?.takeUp() }
    }
    if requestBytes > ControlAPI.Settings.maximumLine {
      connection.pauseReading()
    } else {
      connection.resumeReading()
    }
    if requests.isEmpty, lines.isOverlong { refuseOverlong() }
    endIfAnswered()
  }

  private func refuseOverlong() {
    guard !isEnding else { return }
    isEnding = true
    let error = RPCError(.invalidRequest, "a request line is longer than \(ControlAPI.Settings.maximumLine) bytes")
    send(Response.encoded(id: nil, error: error))
  }

  private func end() {
    let tell = onEnd
    (onRequest, onEnd, onDrained) = (nil, nil, nil)
    (requests, unwritten) = ([], [])
    tell?()
  }
}

extension Method {
  /// Whether the answer grows with what the node holds.
  fileprivate var hasLongAnswer: Bool {
    switch self {
    case .contactList, .contactRequests, .messageLog, .messageSearch, .fileList, .fileRead, .directoryPeers: true
    case .nodeStatus, .nodeStop, .identityShow, .contactAdd, .contactShow, .contactAccept, .contactRemove,
      .contactBlock, .contactRename, .contactSet, .contactSession, .contactVerify, .contactTrust, .messageSend,
      .messageShow, .messageCancel, .messageRetry, .messageEdit, .messageDelete, .messageReact, .messageRead,
      .messageTrace, .messageTyping, .messageDraft, .fileOpen, .fileWrite, .fileSend,
      .fileShow, .fileAccept, .fileCancel, .fileWait, .eventsSubscribe, .directoryFind,
      .directoryGet, .directoryLookup, .directoryPublish, .directoryWithdraw, .directoryAudit, .directoryPing,
      .directoryTable, .directorySeedsList, .directorySeedsAdd, .directorySeedsRemove,
      .directoryStats, .metricsShow:
      false
    }
  }
}
