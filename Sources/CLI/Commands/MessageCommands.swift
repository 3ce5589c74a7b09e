import Bytes
import ControlAPI
import World

/// Single messages.
enum MessageCommands {
  static let all = [show, cancel]

  private static let id = Operand("ID", "the message's identifier, or at least 4 characters of its beginning")

  static let show = Command("msg show", "show a message and how far it is", operands: [id]) {
    context throws(Stop) in
    let result = try context.ask(MessageShow.self, MessageReference(id: context.operand(0)))
    try context.print(result) {
      let next = result.nextAttempt.map { ["next attempt \(TimeText.local($0))"] } ?? []
      let attempts =
        result.message.direction == .outgoing ? ["handed to a connection \(result.attempts) times"] : []
      return [MessageText.line(result.message, Style(isOn: context.console.coloursOutput))]
        + result.history.map { "\(TimeText.local($0.at))  \($0.state.rawValue)\(evidence($0))" } + attempts + next
    }
    return .success
  }

  static let cancel = Command("msg cancel", "withdraw a message that is not yet delivered", operands: [id]) {
    context throws(Stop) in
    let result = try context.ask(MessageCancel.self, MessageReference(id: context.operand(0)))
    try context.print(result) { ["\(result.message.messageID)  \(MessageText.state(result.message))"] }
    return .success
  }

  private static func evidence(_ step: MessageStep) -> String {
    step.evidence.map { ": \(Printable.escape($0))" } ?? ""
  }
}
