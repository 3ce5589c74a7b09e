import Bytes
import ControlAPI
import World

/// What `msg show` tells of a message beside the message itself.
struct MessageWay: Encodable, Sendable {
  let history: [MessageStep]
  let attempts: Int
  let nextAttempt: Timestamp?

  func lines(of message: MessageView) -> [String] {
    let handed =
      message.direction == .outgoing && attempts > 1 ? ["handed to a connection \(attempts) times"] : []
    return history.map { "\(TimeText.local($0.at))  \($0.state.rawValue)\(evidence($0))" } + handed
      + (nextAttempt.map { ["next attempt \(TimeText.local($0))"] } ?? [])
  }

  private func evidence(_ step: MessageStep) -> String {
    step.evidence.map { ": \(Printable.escape($0))" } ?? ""
  }
}
