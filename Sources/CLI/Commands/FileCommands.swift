import ControlAPI
import World

/// Files that came or were sent with messages.
enum FileCommands {
  static let all = [list, show, accept, save, cancel]

  private static let id = Operand(
    "ID", "the identifier of the message with the file, or at least 4 characters of its beginning")

  static let list = Command(
    "file list", "list the files that came and were sent, the newest first",
    operands: [Operand("WHO", count: .optional, "a contact; all when left out")],
    options: [
      Option(
        "limit", short: "n", takes: .integer(1...ControlAPI.Settings.maximumPage), "how many files (default 50)")
    ]
  ) { context throws(Stop) in
    let params = FileList.Params(
      with: context.arguments.operand(0), limit: context.arguments.integer("limit") ?? 50)
    let messages = try context.ask(FileList.self, params).messages
    try context.printTable(messages, empty: "no files", row: AttachmentText.row)
    return .success
  }

  static let show = Command("file show", "show a file and how far it is", operands: [id]) {
    context throws(Stop) in
    let message = try context.ask(FileShow.self, MessageReference(id: context.operand(0))).message
    try context.print(message) { lines(message) }
    return .success
  }

  static let accept = Command(
    "file accept", "fetch a file that waits for your word", operands: [id],
    options: [
      Option("wait", "wait until all of it is here"),
      Option("timeout", takes: .duration, "how long to wait (default 1h)"),
    ],
    details: [
      "Small files of contacts are fetched without your word, up to files.unasked-megabytes. A file is fetched from its "
        + "sender whenever there is a connection, and goes on where it was cut off. It is kept encrypted in the node's own "
        + "directory; sophax file save writes it where you want it."
    ]
  ) { context throws(Stop) in
    guard context.arguments.has("wait") || !context.arguments.has("timeout") else {
      throw .failure(.usage("--timeout without --wait: nothing is waited for", hint: "add --wait"))
    }
    let client = try context.connect()
    var message = try client.call(
      FileAccept.self, MessageReference(id: context.operand(0)), within: Settings.localCall
    ).message
    var reached = true
    if context.arguments.has("wait") {
      let result = try context.wait(for: message.messageID, .fetched, of: client)
      (message, reached) = (result.message, result.reached)
    }
    try context.print(message) { lines(message) }
    guard !reached else { return .success }
    throw .failure(FileOutcome.failure(message))
  }

  static let save = Command(
    "file save", "write a file that is here to where you want it",
    operands: [
      id,
      Operand("TO", kind: .file("TO"), "a file that is not there yet, or a directory; - is the standard output"),
    ],
    options: [Option("force", "replace a file that is there")],
    details: [
      "In a directory the file gets the name that its sender gave it, made harmless. The file is readable by you alone. "
        + "A file by the name - is ./-."
    ]
  ) { context throws(Stop) in
    let message = try context.ask(FileShow.self, MessageReference(id: context.operand(0))).message
    guard let file = message.file else { throw .failure(Failure(.notFound, "the message has no file")) }
    guard message.direction == .outgoing || file.phase == .complete else {
      throw .failure(FileOutcome.failure(message))
    }
    guard context.operand(1) != "-" else {
      try context.pour(message, file)
      return .success
    }
    let path = try context.save(
      message, file, to: context.operand(1), replaces: context.arguments.has("force"))
    try context.print(Joined(message, ["path": path])) { [MessageText.body(path)] }
    return .success
  }

  static let cancel = Command(
    "file cancel", "decline a file, or take one back that you have sent", operands: [id],
    details: ["What was fetched of it is erased. A file that was declined can still be accepted."]
  ) { context throws(Stop) in
    let message = try context.ask(FileCancel.self, MessageReference(id: context.operand(0))).message
    try context.print(message) { lines(message) }
    return .success
  }

  private static func lines(_ message: MessageView) -> [String] {
    message.file.map { ["\(message.messageID)  \(AttachmentText.line($0, message.direction))"] } ?? []
  }
}
