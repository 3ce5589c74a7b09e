/// Why a SOCKS5 handshake with tor did not end in a connection.
package enum SOCKS5Error: Error, Equatable, CustomStringConvertible {
  /// What was awaited when the connection closed or the time was up.
  package enum Stage: String, Sendable {
    case method, credentials, reply
  }

  /// tor said no, and why.
  case refused(SOCKS5Reply)
  case closed(awaiting: Stage)
  case timedOut(awaiting: Stage)
  /// What answered is no SOCKS5 proxy with username and password.
  case notTor

  package var description: String {
    switch self {
    case .refused(let reply): reply.description
    case .closed(let stage): "tor closed the SOCKS connection while its \(stage.rawValue) was awaited"
    case .timedOut(let stage): "tor did not send its SOCKS \(stage.rawValue) in time"
    case .notTor: "the SOCKS port does not answer like tor's; is another program there?"
    }
  }

  package var advice: SOCKS5Reply.Advice {
    switch self {
    case .refused(let reply): reply.advice
    case .closed, .notTor: .torTrouble
    case .timedOut(let stage): stage == .reply ? .peerOffline : .torTrouble
    }
  }
}
