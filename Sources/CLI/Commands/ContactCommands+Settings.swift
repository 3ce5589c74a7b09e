import ControlAPI
import World

/// What is decided about one contact.
extension ContactCommands {
  static let mute = muting("contact mute", "want no signs of new messages of a contact", true)

  static let unmute = muting("contact unmute", "want signs of new messages of a contact again", false)

  static let set = Command(
    "contact set", "decide what a contact is told, and how long messages live", operands: [who],
    options: [
      Option(
        "receipts", takes: .choice(ContactSwitch.allCases.map(\.rawValue)),
        "whether the contact is told what you have read; default follows chat.receipts"),
      Option(
        "typing", takes: .choice(ContactSwitch.allCases.map(\.rawValue)),
        "whether each of you is told that the other writes; default follows chat.typing"),
      Option(
        "disappear", takes: .text("TIME"),
        "after what time the messages that you send from now on are erased on both sides (5s to 366d), or off"),
    ],
    details: ["The contact's own messages live as long as the contact has decided."]
  ) { context throws(Stop) in
    let arguments = context.arguments
    let params = ContactSet.Params(
      who: context.operand(0), receipts: arguments.value("receipts").flatMap(ContactSwitch.init),
      typing: arguments.value("typing").flatMap(ContactSwitch.init), lifetimeMilliseconds: try lifetime(context))
    let result = try context.ask(ContactSet.self, params)
    try context.print(result.contact) { ContactText.lines(result.contact) }
    return .success
  }

  private static func lifetime(_ context: Context) throws(Stop) -> Int64? {
    guard let text = context.arguments.value("disappear") else { return nil }
    if text == "off" { return 0 }
    guard let time = TimeText.duration(text) else {
      throw .failure(.usage("--disappear \(text): it is a time like 30s, 5m, 1h or 7d, or off"))
    }
    return time.milliseconds
  }

  private static func muting(_ path: String, _ summary: String, _ muted: Bool) -> Command {
    Command(path, summary, operands: [who]) { context throws(Stop) in
      let result = try context.ask(ContactSet.self, ContactSet.Params(who: context.operand(0), muted: muted))
      try context.print(result.contact) { [ContactText.muting(result.contact)] }
      return .success
    }
  }

  static let session = Command(
    "contact session", "show how the encrypted session with a contact stands", operands: [who],
    options: [Option("reset", "give it up and begin a new one; what was not acknowledged goes out again")],
    details: [
      "A session that fails is begun anew by itself, once an hour at most, and both sides see one event. Reset it only when "
        + "it does not come back."
    ]
  ) { context throws(Stop) in
    let params = ContactSession.Params(
      who: context.operand(0), reset: context.arguments.has("reset") ? true : nil)
    let result = try context.ask(ContactSession.self, params)
    try context.print(Joined(result.contact, ["sessionDetails": result.session])) {
      SessionText.lines(result.session)
    }
    return .success
  }

  static let trust = Command(
    "contact trust", "accept the new identity of a contact whose key has changed", operands: [who],
    details: [
      "Ask the contact over another way first. The new identity takes over the name and what waits; the old one keeps "
        + "the messages so far, and is blocked."
    ]
  ) { context throws(Stop) in
    let result = try context.ask(ContactTrust.self, ContactReference(who: context.operand(0)))
    try context.print(result.contact) { ContactText.lines(result.contact) }
    return .success
  }

  static let verify = Command(
    "contact verify", "compare a contact with what its owner's screen shows",
    operands: [
      who,
      Operand(
        "CODE", count: .any, "the 60 digits of the other's safety number, or the text of the code on its screen"),
    ],
    options: [
      Option("qr", "show the code for the other to scan, as a picture of half blocks"),
      Option("undo", "take a verification back"),
    ],
    details: [
      "Without CODE it shows what to compare: the contact's safety number, which its owner's sophax id show has to show as "
        + "well, and your own, which the other has to see.",
      "What does not match is refused with exit code 5: then somebody else is between you. What is no safety number and no "
        + "such code at all, since digits are missing or were mistyped as letters, is refused with 8.",
    ]
  ) { context throws(Stop) in
    let words = context.arguments.operands.dropFirst()
    let params = ContactVerify.Params(
      who: context.operand(0), code: words.isEmpty ? nil : words.joined(separator: " "),
      undo: context.arguments.has("undo") ? true : nil)
    let result = try context.ask(ContactVerify.self, params)
    let picture = context.arguments.has("qr") ? try QRPicture.lines(of: result.ownCode) : []
    try context.print(
      Joined(result.contact, ["ownSafetyNumber": result.ownSafetyNumber, "ownCode": result.ownCode])
    ) { VerificationText.lines(result) + picture }
    return .success
  }
}
