import Glibc

/// The signals that a daemon acts on.
package enum Signal: Hashable, Sendable, CaseIterable {
  case terminate, interrupt, hangup

  var number: Int32 {
    switch self {
    case .terminate: SIGTERM
    case .interrupt: SIGINT
    case .hangup: SIGHUP
    }
  }

  /// Whether this process was started with the signal ignored, as nohup does: then it is to stay so.
  package var isIgnored: Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
