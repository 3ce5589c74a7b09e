import Bytes
import ControlAPI
import World

/// Writing and reading.
enum ChatCommands {
  static let all = [chat, send, log, search, events]

  /// What a person may type for a contact.
  static let who =
    "a contact: its name, node ID, at least 4 digits of its beginning, or its onion address"
  /// The same where one may talk to oneself.
  private static let whoOrSelf = who + "; or self, for notes to yourself"

  static let chat = Command(
    "chat", "talk: a full screen with conversations, messages and an input line",
    operands: [Operand("WHO", count: .optional, whoOrSelf + "; the conversation to begin with")],
    options: [Option("plain", "lines in, lines out, without a screen; so it is where there is no terminal")],
    details: [
      "Enter sends, Tab completes commands and names, PageUp and PageDown go through the conversation, Ctrl-N and Ctrl-P "
        + "to the next one and the one before, Ctrl-D on an empty line leaves. A line that begins with a slash is a command: /help lists "
        + "them. // begins a message with a slash.",
      "A line is cleared only once the node has stored it, so neither a lost terminal nor a stopped daemon loses a message. "
        + "The node goes on when the chat is left.",
      "In the line mode each line is a message or a command; messages go to the standard output, everything else to the "
        + "standard error.",
    ]
  ) { context throws(Stop) in
    guard !context.wantsJSON else {
      throw .failure(.usage("chat is for people and has no --json", hint: "use sophax send, log and events"))
    }
    return try ChatSession(context: context).run()
  }

  static let send = Command(
    "send", "send a text or a file to a contact",
    operands: [
      Operand("WHO", whoOrSelf),
      Operand("TEXT", count: .any, "the text; - reads it from the standard input; with --file the caption"),
    ],
    options: [
      Option("file", takes: .source("PATH"), "send this file, at most 100 MiB"),
      Option("mime", takes: .text("TYPE"), "what the file is; by the ending of its name when not given"),
      Option("duration", takes: .duration, "how long the recording in the file is"),
      Option(
        "wait", takes: .choice(MessageSend.Wait.allCases.map(\.rawValue) + [FileWait.Goal.fetched.rawValue]),
        "what to wait for: nothing more than that it is stored (none, the default), that it is handed to a connection "
          + "(sent), that other nodes hold it for a contact that is away (relayed), that the contact has acknowledged it "
          + "(delivered), or that the contact has all of the file (fetched); what is further will do as well"),
      Option("timeout", takes: .duration, "how long to wait for it (default 120s)"),
      Option("reply-to", takes: .text("ID"), "the message that it answers"),
      Option(
        "disappear", takes: .duration, "after what time from now it is erased on both sides, delivered or not"),
    ],
    details: [
      "WHO may be self: what you write to yourself stays on this node.",
      "A file is copied into the node's own directory, encrypted, so that it may be changed or removed afterwards. Small ones "
        + "go with the message; larger ones are fetched by the contact's node, which asks its owner from a size on.",
      "A message that is not delivered in time stays in the outbox and goes out when the contact appears; the exit "
        + "code is then 6. sophax msg show tells how far it is.",
    ]
  ) { context throws(Stop) in
    try context.requireWait()
    let words = context.arguments.operands.dropFirst()
    if let path = context.arguments.value("file") {
      return try FileSending(context: context, caption: words.joined(separator: " ")).run(path)
    }
    guard !words.isEmpty, context.arguments.value("wait") != FileWait.Goal.fetched.rawValue else {
      let hint = "usage: sophax send WHO TEXT…, or sophax send WHO --file PATH"
      throw .failure(
        .usage(words.isEmpty ? "TEXT is missing: the text, or --file" : "only a file is fetched", hint: hint))
    }
    for option in ["mime", "duration"] where context.arguments.has(option) {
      throw .failure(.usage("--\(option) goes with --file", hint: nil))
    }
    let body = words == ["-"] ? try InputText.read(context) : words.joined(separator: " ")
    let wait = context.arguments.value("wait").flatMap(MessageSend.Wait.init) ?? .none
    let result = try hand(
      MessageSend.Params(
        to: context.operand(0), body: body, replyTo: context.arguments.value("reply-to"),
        lifetimeMilliseconds: context.arguments.duration("disappear")?.milliseconds, wait: wait,
        timeoutMilliseconds: context.timeout.milliseconds),
      in: context)
    try context.print(result.message) { ["\(result.message.messageID)  \(MessageText.state(result.message))"] }
    return try SendOutcome(result: result, wait: wait).exitCode()
  }

  /// Gives the daemon a message. Who stops waiting learns that the message has not gone with it.
  private static func hand(_ params: MessageSend.Params, in context: Context) throws(Stop) -> MessageSend.Result {
    let client = try context.connect()
    do throws(Stop) {
      return try context.askNetwork(MessageSend.self, params, of: client, stage: "sending")
    } catch {
      if let id = client.awaitedMessage {
        let text = "sophax: message \(id) stays in the outbox; sophax msg cancel \(id) takes it back"
        context.console.say(context.node.repeated(in: text))
      }
      throw client.mayHaveTaken(error, to: params.to)
    }
  }

  static let log = Command(
    "log", "show a conversation in the order in which its messages came here",
    operands: [Operand("WHO", count: .optional, "a contact, or self; all conversations when left out")],
    options: [
      Option(
        "limit", short: "n", takes: .integer(1...ControlAPI.Settings.maximumPage),
        "how many messages, at most \(ControlAPI.Settings.maximumPage) (default 50)"),
      Option(
        "before", takes: .text("CURSOR"),
        "only messages of the conversation before this cursor; with --json each message has one"),
      Option("follow", short: "f", "go on with what comes, until interrupted"),
    ],
    details: [
      "The newest messages are shown, the one that came or was written first at the top. One that came after what its "
        + "sender wrote later stands before that. The time is the one at which its sender wrote it, by the sender's clock; "
        + "when it came here more than a minute away from it, that is told as well.",
      "With --follow a message is printed again when its text or its reactions change or it has failed; with --json at each "
        + "of its states.",
    ]
  ) { context throws(Stop) in
    guard context.arguments.operand(0) != nil || !context.arguments.has("before") else {
      throw .failure(.usage("--before goes with one conversation", hint: "usage: sophax log WHO --before CURSOR"))
    }
    guard !context.arguments.has("before") || !context.arguments.has("follow") else {
      throw .failure(.usage("--follow begins with the newest messages: it does not go with --before"))
    }
    let client = try context.connect()
    // From before the page on, so that nothing is missed between the two.
    let follower = context.arguments.has("follow") ? try LogFollower(context, client) : nil
    let page = try client.call(
      MessageLog.self,
      MessageLog.Params(
        with: context.arguments.operand(0), limit: context.arguments.integer("limit") ?? 50,
        beforeCursor: context.arguments.value("before")), within: Settings.localCall)
    let style = Style(isOn: context.console.coloursOutput)
    for message in page.messages { try context.print(message) { MessageText.lines(message, style) } }
    if page.messages.isEmpty { context.note("no messages") }
    if let next = page.nextCursor { context.note("older messages: --before \(next)") }
    try follower?.run(after: page.messages)
    return .success
  }

  static let search = Command(
    "search", "find messages by words, the newest first",
    operands: [
      Operand(
        "WORDS", count: .many,
        "all of them occur in the message or in the name of its file, in either case of letters")
    ],
    options: [
      Option("with", takes: .text("WHO"), "only in the conversation with this contact"),
      Option(
        "limit", short: "n", takes: .integer(1...ControlAPI.Settings.maximumPage),
        "how many messages, at most \(ControlAPI.Settings.maximumPage) (default 50)"),
    ],
    details: [
      "The node looks through the encrypted history, as far back as it is kept; it holds no index of words. The exit code is "
        + "4 when no message has them."
    ]
  ) { context throws(Stop) in
    let client = try context.connect()
    let progress = ProgressLine("searching", console: context.console)
    defer { progress.clear() }
    let style = Style(isOn: context.console.coloursOutput)
    let limit = context.arguments.integer("limit") ?? 50
    var params = MessageSearch.Params(
      text: context.arguments.operands.joined(separator: " "), with: context.arguments.value("with"), limit: limit)
    var (found, examined) = (0, 0)
    repeat {
      let page = try client.call(MessageSearch.self, params, within: Settings.localCall)
      progress.clear()
      for message in page.messages { try context.print(message) { MessageText.lines(message, style) } }
      (found, examined) = (found + page.messages.count, examined + page.examined)
      (params.beforeCursor, params.limit) = (page.nextCursor, limit - found)
      progress.advance(Count.text(examined, "message"))
    } while params.beforeCursor != nil && params.limit > 0
    guard found > 0 else { throw .failure(Failure(.notFound, "no message has these words")) }
    if params.beforeCursor != nil { context.note("there may be more: --limit shows up to so many") }
    return .success
  }

  static let events = Command(
    "events", "print what happens, as it happens",
    options: [
      Option("after", takes: .integer(0...Int.max), "begin with what came after this cursor"),
      Option("count", takes: .integer(1...Int.max), "end after so many events"),
    ],
    details: [
      "Every line carries a cursor. A reader that was cut off goes on with --after and the last cursor that it has "
        + "dealt with, and misses nothing that the node still keeps."
    ]
  ) { context throws(Stop) in
    let client = try context.connect()
    let start = try client.call(
      EventsSubscribe.self, EventsSubscribe.Params(after: context.arguments.integer("after").map(Int64.init)),
      within: Settings.localCall)
    if start.missed { context.console.say("sophax: warning: some events after that cursor are no longer kept") }
    try EventPrinter(context: context, client: client).run(count: context.arguments.integer("count") ?? .max)
    return .success
  }
}
