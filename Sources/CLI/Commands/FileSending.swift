import ControlAPI
import World

/// `send --file`.
struct FileSending {
  let context: Context
  let caption: String

  func run(_ path: String) throws(Stop) -> ExitCode {
    let source = try context.local { () throws(Failure) in try SourceFile(PathText.bytes(of: path)) }
    let client = try context.connect()
    var message = try context.hand(
      source,
      { upload in
        FileSend.Params(
          upload: upload, to: context.operand(0), name: source.name,
          mime: context.arguments.value("mime") ?? MediaType.of(source.name),
          caption: caption.isEmpty ? nil : caption, replyTo: context.arguments.value("reply-to"),
          durationMilliseconds: context.arguments.duration("duration")?.milliseconds,
          lifetimeMilliseconds: context.arguments.duration("disappear")?.milliseconds)
      }, to: client)
    var reached = true
    if let goal = context.arguments.value("wait").flatMap(FileWait.Goal.init) {
      do throws(Stop) {
        let result = try context.wait(for: message.messageID, goal, of: client)
        (message, reached) = (result.message, result.reached)
      } catch {
        context.console.say(
          context.node.repeated(
            in:
              "sophax: message \(message.messageID) stays there; sophax file show \(message.messageID) tells how far it is"
          ))
        throw error
      }
    }
    let file = message.file.map { AttachmentText.line($0, message.direction) } ?? ""
    try context.print(message) { ["\(message.messageID)  \(MessageText.state(message))  \(file)"] }
    guard !reached else { return .success }
    throw .failure(FileOutcome.failure(message))
  }
}
