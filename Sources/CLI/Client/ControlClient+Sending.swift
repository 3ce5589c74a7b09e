import ControlAPI

extension ControlClient {
  /// Why a message was not sent. A daemon that went, or fell silent, with the message in its hands may have stored it: then it
  /// goes out by itself, and a second one would be one too many.
  func mayHaveTaken(_ stop: Stop, to who: String) -> Stop {
    guard case .failure(let failure) = stop, isUnanswered, awaitedMessage == nil else { return stop }
    return .failure(
      Failure(
        failure.code, reason: failure.reason, failure.message,
        hint: "the message may have been taken: sophax log \(who) shows it then, once the daemon answers again"))
  }
}
