import Bytes
import ControlAPI
import World

/// Contacts and requests.
enum ContactCommands {
  static let all = [
    add, list, show, accept, remove, block, unblock, mute, unmute, rename, set, requests, session, verify, trust,
  ]

  static let who = Operand("WHO", ChatCommands.who)

  static let add = Command(
    "contact add", "make a peer a contact",
    operands: [Operand("WHO", "a node ID, a beginning of one, an onion address, or a sophaxchat:// link")],
    options: [
      Option("name", takes: .text("NAME"), "your own name for the contact, which no other has"),
      DirectoryCommands.asSelf,
      Option("timeout", takes: .duration, "how long to look for it (default 120s)"),
    ],
    details: ["Compare the safety number with the one on the other person's screen before you trust the contact."]
  ) { context throws(Stop) in
    let params = ContactAdd.Params(
      who: context.operand(0), name: context.arguments.value("name"), asSelf: context.asSelf,
      timeoutMilliseconds: context.timeout.milliseconds)
    let result = try context.askNetwork(ContactAdd.self, params, stage: "looking up")
    try context.print(Joined(result.contact, ["isNew": result.added])) { ContactText.lines(result.contact) }
    if !result.added {
      context.note("it was a contact already\(params.name == nil ? "" : ", and has this name")")
    }
    return .success
  }

  static let list = Command(
    "contact list", "list the contacts",
    options: [Option("state", takes: .choice(ContactState.allCases.map(\.rawValue)), "only those in this state")],
    details: [
      "You yourself are not listed: sophax send self TEXT keeps a note to yourself, and sophax log self shows your notes. "
        + "Strangers who wrote and wait are listed by sophax contact requests."
    ]
  ) { context throws(Stop) in
    let state = context.arguments.value("state").flatMap(ContactState.init)
    let contacts = try context.ask(ContactList.self, ContactList.Params(state: state)).contacts
    try context.printTable(contacts, empty: "no contacts", row: ContactText.row)
    context.note("notes to yourself: sophax send self TEXT keeps one, sophax log self shows them")
    return .success
  }

  static let show = onOne("contact show", "show one contact", ContactShow.self) { ContactText.lines($0) }

  static let accept = onOne(
    "contact accept", "let a stranger's waiting messages in and answer them from now on", ContactAccept.self
  ) { [ContactText.short($0)] }

  static let remove = onOne(
    "contact remove", "forget a contact, its session and all its messages", ContactRemove.self,
    details: ["What it writes afterwards comes as the request of a stranger; contact block keeps it away."]
  ) { ["removed \(ContactText.called($0))"] }

  static let block = blocking("contact block", "drop what comes from a contact from now on", true)

  static let unblock = blocking(
    "contact unblock", "make who was blocked again what it was before: a contact, or a stranger who waits", false)

  static let rename = Command(
    "contact rename", "give a contact a name of your own",
    operands: [who, Operand("NAME", "the new name, which no other contact has")]
  ) { context throws(Stop) in
    let params = ContactRename.Params(who: context.operand(0), name: context.operand(1))
    let result = try context.ask(ContactRename.self, params)
    try context.print(result.contact) { [ContactText.short(result.contact)] }
    return .success
  }

  static let requests = Command("contact requests", "list strangers who wrote and wait to be accepted") {
    context throws(Stop) in
    let requests = try context.ask(ContactRequests.self, Nothing()).requests
    for request in requests {
      try context.print(request) {
        let preview = request.preview.map { "  \(Printable.escape($0, limit: 200))" } ?? ""
        return [
          "\(ContactText.name(request.contact))  \(request.contact.nodeID.prefix(16))  \(request.messages) waiting\(preview)"
        ] + (request.conflicts ?? []).map { "  warning: \(ContactText.conflict($0))" }
      }
    }
    if requests.isEmpty { context.note("no requests") }
    if let first = requests.first {
      context.note("sophax contact accept \(first.contact.nodeID.prefix(16)) lets the first one in")
    }
    return .success
  }

  private static func onOne<M: ControlMethod>(
    _ path: String, _ summary: String, _ method: M.Type, details: [String] = [],
    text: @escaping @Sendable (ContactView) -> [String]
  ) -> Command where M.Params == ContactReference, M.Result == ContactResult {
    Command(path, summary, operands: [who], details: details) { context throws(Stop) in
      let result = try context.ask(method, ContactReference(who: context.operand(0)))
      try context.print(result.contact) { text(result.contact) }
      return .success
    }
  }

  private static func blocking(_ path: String, _ summary: String, _ blocked: Bool) -> Command {
    Command(path, summary, operands: [who]) { context throws(Stop) in
      let result = try context.ask(
        ContactBlock.self, ContactBlock.Params(who: context.operand(0), blocked: blocked))
      try context.print(result.contact) { [ContactText.short(result.contact)] }
      switch result.contact.state {
      case .requested:
        context.note(
          "it waits to be accepted, as before: sophax contact accept \(result.contact.nodeID.prefix(16)) lets it in"
        )
      case .accepted, .blocked: break
      }
      return .success
    }
  }
}
