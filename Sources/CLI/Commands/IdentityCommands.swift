import ControlAPI

/// The node's own identity.
enum IdentityCommands {
  static let all = [show]

  static let show = Command(
    "id show", "show this node's identity, address and safety number",
    options: [Option("qr", "show the link that makes this node a contact as a picture of half blocks as well")]
  ) { context throws(Stop) in
    let identity = try context.ask(IdentityShow.self, Nothing())
    let picture = context.arguments.has("qr") ? try QRPicture.lines(of: identity.link) : []
    try context.print(identity) { IdentityText.lines(identity) + picture }
    return .success
  }
}
