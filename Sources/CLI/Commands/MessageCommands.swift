import ControlAPI
import World

/// Single messages.
enum MessageCommands {
  static let all = [show, export, trace, edit, react, delete, retry, cancel, read, draft]

  private static let id = Operand("ID", "the message's identifier, or at least 4 characters of its beginning")

  static let show = Command("msg show", "show a message and how far it is", operands: [id]) {
    context throws(Stop) in
    let result = try context.ask(MessageShow.self, MessageReference(id: context.operand(0)))
    let way = MessageWay(
      history: result.history, attempts: result.attempts, nextAttempt: result.nextAttempt)
    try context.print(Joined(result.message, way)) {
      MessageText.lines(result.message, Style(isOn: context.console.coloursOutput)) + way.lines(of: result.message)
    }
    return .success
  }

  static let export = Command(
    "msg export", "print whole conversations as JSON Lines, each in the order of sophax log",
    operands: [Operand("WHO", count: .optional, "a contact; all conversations when left out")],
    details: [
      "One message a line, as log prints them with --json, one conversation after the other. The lines hold in clear what the "
        + "store keeps encrypted: write them where nobody else reads."
    ]
  ) { context throws(Stop) in
    let client = try context.connect()
    let names: [String]
    if let who = context.arguments.operand(0) {
      names = [who]
    } else {
      let list = try client.call(ContactList.self, ContactList.Params(), within: Settings.localCall)
      names = list.contacts.map(\.nodeID) + [ContactView.selfName]
    }
    let progress = ProgressLine("exporting", console: context.console)
    defer { progress.clear() }
    var count = 0
    for name in names {
      var cursor: String? = ""
      while let place = cursor {
        let page = try client.call(
          MessageLog.self,
          MessageLog.Params(with: name, limit: ControlAPI.Settings.maximumPage, afterCursor: place),
          within: Settings.localCall)
        progress.clear()
        for message in page.messages { try context.printJSON(message) }
        count += page.messages.count
        progress.advance(Count.text(count, "message"))
        cursor = page.nextCursor
      }
    }
    if count == 0 { context.note("no messages") }
    return .success
  }

  static let trace = Command(
    "msg trace", "show every step of a message, with its time and what shows it", operands: [id],
    details: [
      "The steps are queued, dialling, unreachable, sent, relayed (which nodes hold it, and until when), forwarded "
        + "(which node was given it to pass on), dropped (nodes copy it among each other), delivered, read and failed; of a received message received and read."
    ]
  ) { context throws(Stop) in
    let result = try context.ask(MessageTrace.self, MessageReference(id: context.operand(0)))
    guard !context.wantsJSON else {
      for step in result.steps { try context.printJSON(step) }
      for holder in result.holders { try context.printJSON(holder) }
      return .success
    }
    for line in Columns.table(result.steps.map(TraceText.line)) { try context.console.print(line) }
    for holder in result.holders { try context.console.print(TraceText.line(holder)) }
    return .success
  }

  static let edit = Command(
    "msg edit", "change the text of a message of yours, here and at the contact",
    operands: [id, Operand("TEXT", count: .many, "the new text; - reads it from the standard input")],
    details: ["A message can be changed for a day. The contact sees that it was."]
  ) { context throws(Stop) in
    let words = context.arguments.operands.dropFirst()
    let body = words == ["-"] ? try InputText.read(context) : words.joined(separator: " ")
    return try tell(
      try context.ask(MessageEdit.self, MessageEdit.Params(id: context.operand(0), body: body)), in: context)
  }

  static let react = Command(
    "msg react", "set a reaction on a message, or take it back",
    operands: [
      id, Operand("EMOJI", count: .optional, "one emoji or letter; without one the reaction is taken back"),
    ]
  ) { context throws(Stop) in
    let params = MessageReact.Params(id: context.operand(0), emoji: context.arguments.operand(1))
    return try tell(try context.ask(MessageReact.self, params), in: context)
  }

  static let delete = Command(
    "msg delete", "erase a message on this node, and nowhere else", operands: [id],
    details: ["One that waits is taken back as well. The contact keeps what it has."]
  ) { context throws(Stop) in
    let result = try context.ask(MessageDelete.self, MessageReference(id: context.operand(0)))
    try context.print(result.message) { ["erased \(result.message.messageID)"] }
    return .success
  }

  static let retry = Command(
    "msg retry", "send a message that failed once more, or try at once for one that waits", operands: [id]
  ) { context throws(Stop) in
    let result = try context.ask(MessageRetry.self, MessageReference(id: context.operand(0)))
    try context.print(result.message) { [stateLine(result.message)] }
    return .success
  }

  static let cancel = Command("msg cancel", "withdraw a message that is not yet delivered", operands: [id]) {
    context throws(Stop) in
    let result = try context.ask(MessageCancel.self, MessageReference(id: context.operand(0)))
    try context.print(result.message) { [stateLine(result.message)] }
    return .success
  }

  static let read = Command(
    "msg read", "mark the messages of a contact as read", operands: [Operand("WHO", ChatCommands.who)],
    options: [Option("through", takes: .text("CURSOR"), "only up to the message with this cursor")],
    details: ["The contact is told, unless receipts are turned off for it or for the node."]
  ) { context throws(Stop) in
    let params = MessageRead.Params(with: context.operand(0), through: context.arguments.value("through"))
    let result = try context.ask(MessageRead.self, params)
    try context.print(Joined(result.contact, ["read": result.read])) { ["\(result.read) marked as read"] }
    return .success
  }

  static let draft = Command(
    "msg draft", "show or keep what you have begun to write to a contact",
    operands: [
      Operand("WHO", ChatCommands.who),
      Operand("TEXT", count: .any, "the draft, or - for the standard input; shown when left out"),
    ], options: [Option("clear", "forget the draft")]
  ) { context throws(Stop) in
    let words = context.arguments.operands.dropFirst()
    let typed = words == ["-"] ? try InputText.read(context) : words.joined(separator: " ")
    let text = context.arguments.has("clear") ? "" : words.isEmpty ? nil : typed
    let result = try context.ask(MessageDraft.self, MessageDraft.Params(with: context.operand(0), text: text))
    try context.print(result) { result.text.map { [MessageText.body($0)] } ?? [] }
    if result.text == nil { context.note("no draft") }
    return .success
  }

  private static func tell(_ result: MessageResult, in context: Context) throws(Stop) -> ExitCode {
    try context.print(result.message) {
      MessageText.lines(result.message, Style(isOn: context.console.coloursOutput))
    }
    return .success
  }

  private static func stateLine(_ message: MessageView) -> String {
    "\(message.messageID)  \(MessageText.state(message))"
  }
}
