import ControlAPI

/// Whether a sent message is where the caller wanted it.
struct SendOutcome {
  let result: MessageSend.Result
  let wait: MessageSend.Wait

  func exitCode() throws(Stop) -> ExitCode {
    if result.reached { return .success }
    let message = result.message
    let reason = message.reason.map { ": \($0)" } ?? ""
    if message.state == .failed || message.state == .cancelled {
      throw .failure(
        Failure(.stateForbids, "the message has \(message.state == .failed ? "failed" : "been cancelled")\(reason)")
      )
    }
    let goal =
      switch wait {
      case .none, .sent: "sent"
      case .relayed: "held by another node"
      case .delivered: "acknowledged"
      }
    throw .failure(
      Failure(
        .timedOut, "not \(goal) in time\(reason)",
        hint: "\(what); sophax msg show \(message.messageID) tells how far it is"))
  }

  /// What becomes of a message that is under way.
  private var what: String {
    switch result.message.state {
    case .queued: "it stays in the outbox and goes out when the contact appears"
    case .relayed: "another node holds it for the contact"
    case .sent: "it was handed to a connection, and goes out again until the contact acknowledges it"
    case .delivered, .read, .failed, .cancelled, .received: "it is \(result.message.state.rawValue)"
    }
  }
}
