import ControlAPI

/// A connection to a daemon's control socket that is kept: one call at a time.
final class ControlConnection {
  private let socket: Socket
  private var decoder = LineDecoder(limit: ControlAPI.Settings.maximumAnswer)
  private var lines: [[UInt8]] = []
  private var lastID: Int64 = 0

  init(path: String) throws(BenchFailure) { socket = try Socket(connectingTo: path) }

  /// Asks and waits for the answer.
  func call<M: ControlMethod>(
    _: M.Type, _ params: M.Params, within limit: Duration = NetworkBenchSettings.call
  ) throws -> M.Result {
    lastID += 1
    socket.send(Request.encoded(M.self, id: .number(lastID), params: params) + [UInt8(ascii: "\n")])
    let end = ContinuousClock.now + limit
    while ContinuousClock.now < end {
      guard !lines.isEmpty else {
        try receive(M.method)
        continue
      }
      switch try ServerLine.decode(lines.removeFirst()) {
      case .answer(.number(lastID), let answer): return try answer.result(of: M.self)
      case .failure(_, let error): throw BenchFailure.refused("\(M.method.rawValue): \(error.message)")
      case .answer, .notification, .unknown: continue
      }
    }
    throw BenchFailure.late("an answer to \(M.method.rawValue)")
  }

  private func receive(_ method: Method) throws(BenchFailure) {
    try Interruption.check()
    guard let bytes = try socket.receive(within: .milliseconds(250)) else { return }
    guard !bytes.isEmpty else { throw .unexpected("the daemon hung up on \(method.rawValue)") }
    lines += decoder.push(bytes)
  }
}
