/// Help made from the command table.
enum HelpText {
  /// The help of a command, a group of commands, a topic, or the program.
  static func lines(for words: [String]) throws(Stop) -> [String] {
    if words.isEmpty { return program }
    if words.count == 1, let topic = HelpTopic(rawValue: words[0]) { return topic.lines }
    let commands = CommandTable.commands.filter { $0.path.starts(with: words) }
    if let only = commands.first, commands.count == 1 || only.path == words { return command(only) }
    guard !commands.isEmpty else {
      let name = words.joined(separator: " ")
      let all = CommandTable.commands.map(\.name) + HelpTopic.allCases.map(\.rawValue)
      throw .failure(
        .usage(
          "there is no command or topic \(name)",
          hint: Suggestion.nearest(to: name, among: all).map { "did you mean \($0)?" } ?? "sophax help lists them"))
    }
    return ["Commands:"] + table(commands)
  }

  static var program: [String] {
    [
      "sophax: \(CommandTable.summary)", "", "usage: sophax COMMAND [options] …", "", "Commands:",
    ] + table(CommandTable.commands) + ["", "Options of every command:"] + options(CommandTable.globals)
      + [
        "",
        "sophax help COMMAND describes a command; topics are \(HelpTopic.allCases.map(\.rawValue).joined(separator: ", ")).",
      ]
  }

  static func command(_ command: Command) -> [String] {
    var lines = ["usage: \(command.usage)", "", sentence(command.summary)]
    for paragraph in command.details { lines += ["", paragraph] }
    if !command.operands.isEmpty {
      lines += [""] + Columns.table(command.operands.map { ["  \($0.name)", $0.summary] })
    }
    if !command.options.isEmpty { lines += ["", "Options:"] + options(command.options) }
    return lines + ["", "Options of every command:"] + options(CommandTable.globals)
  }

  private static func table(_ commands: [Command]) -> [String] {
    Columns.table(commands.map { ["  \($0.name)", $0.summary] })
  }

  private static func options(_ options: [Option]) -> [String] {
    Columns.table(options.map { ["  \($0.usage)", $0.summary] })
  }

  /// With a capital letter and a full stop.
  static func sentence(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() + "." }
}
