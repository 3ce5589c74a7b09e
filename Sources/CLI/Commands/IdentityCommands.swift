import ControlAPI

/// The node's own identity.
enum IdentityCommands {
  static let all = [show]

  static let show = Command("id show", "show this node's identity, address and safety number") {
    context throws(Stop) in
    let identity = try context.ask(IdentityShow.self, Nothing())
    try context.print(identity) { IdentityText.lines(identity) }
    return .success
  }
}
