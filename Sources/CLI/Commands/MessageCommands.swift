import ControlAPI
import World

/// Single messages.
enum MessageCommands {
  static let all = [show, cancel]

  private static let id = Operand("ID", "the message's identifier, or at least 4 characters of its beginning")

  static let show = Command("msg show", "show a message and how far it is", operands: [id]) {
    context throws(Stop) in
    let result = try context.ask(MessageShow.self, MessageReference(id: context.operand(0)))
    let way = MessageWay(
      history: result.history, attempts: result.attempts, nextAttempt: result.nextAttempt)
    try context.print(Joined(result.message, way)) {
      [MessageText.line(result.message, Style(isOn: context.console.coloursOutput))] + way.lines(of: result.message)
    }
    return .success
  }

  static let cancel = Command("msg cancel", "withdraw a message that is not yet delivered", operands: [id]) {
    context throws(Stop) in
    let result = try context.ask(MessageCancel.self, MessageReference(id: context.operand(0)))
    try context.print(result.message) { ["\(result.message.messageID)  \(MessageText.state(result.message))"] }
    return .success
  }
}
