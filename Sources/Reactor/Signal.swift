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
}
