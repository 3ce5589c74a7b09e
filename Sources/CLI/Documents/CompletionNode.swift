/// A place in the command line where completion offers words: nothing typed yet, a group of commands, or a command.
struct CompletionNode {
  /// The words typed so far, joined; empty at the start.
  let path: String
  /// What may follow: commands, options, words that an operand takes.
  let words: [String]

  /// An option that takes a value, at one place.
  struct Valued {
    let path: String
    let name: String
    let kind: ValueKind
  }

  /// Every place, the start first.
  static func all(_ commands: [Command]) -> [CompletionNode] {
    var groups: [[String]] = [[]]
    for command in commands {
      for length in 1..<max(1, command.path.count) {
        let group = Array(command.path.prefix(length))
        if !groups.contains(group) { groups.append(group) }
      }
    }
    let inner = groups.map { group in
      let next = commands.filter { $0.path.starts(with: group) }.map { $0.path[group.count] }
      return CompletionNode(
        path: group.joined(separator: " "), words: next.reduce(into: []) { if !$0.contains($1) { $0.append($1) } })
    }
    return inner + commands.map { CompletionNode(path: $0.name, words: words(of: $0)) }
  }

  private static func words(of command: Command) -> [String] {
    let choices = command.operands.flatMap { operand in
      if case .choice(let words) = operand.kind { words } else { [String]() }
    }
    return choices + (command.options + CommandTable.globals).map { "--\($0.name)" }
  }

  /// Every option that takes a value, at every command that knows it.
  static func valued(_ commands: [Command], _ globals: [Option]) -> [Valued] {
    commands.flatMap { command in
      (command.options + globals).compactMap { option in
        option.value.map { Valued(path: command.name, name: option.name, kind: $0) }
      }
    }
  }
}
