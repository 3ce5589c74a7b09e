/// A completion script for fish, made from the command table.
enum FishCompletion {
  static func script(_ commands: [Command], _ globals: [Option]) -> String {
    var lines = [
      "# fish completion for sophax", "function __sophax_at",
      "  set -l words (string match -v -- '-*' (commandline -opc)[2..-1])",
      "  test \"$words\" = \"$argv\"", "end", "function __sophax_in",
      "  set -l words (string match -v -- '-*' (commandline -opc)[2..-1])",
      "  string match -q -- \"$argv*\" \"$words\"", "end",
    ]
    for node in CompletionNode.all(commands) where !commands.contains(where: { $0.name == node.path }) {
      for word in node.words {
        let path = node.path.isEmpty ? word : "\(node.path) \(word)"
        let about = commands.first { $0.name == path }?.summary ?? "\(word) commands"
        lines.append("complete -c sophax -f -n \(quote("__sophax_at \(node.path)")) -a \(word) -d \(quote(about))")
      }
    }
    for command in commands {
      for option in command.options {
        lines.append(line(option, condition: " -n \(quote("__sophax_in \(command.name)"))"))
      }
      for case .choice(let words) in command.operands.map(\.kind) {
        lines.append(
          "complete -c sophax -f -n \(quote("__sophax_in \(command.name)")) -a \(quote(words.joined(separator: " ")))"
        )
      }
    }
    lines += globals.map { line($0, condition: "") }
    return lines.joined(separator: "\n")
  }

  private static func line(_ option: Option, condition: String) -> String {
    let short = option.short.map { " -s \($0)" } ?? ""
    let value =
      switch option.value {
      case nil: ""
      case .choice(let words): " -x -a \(quote(words.joined(separator: " ")))"
      case .file, .source: " -r -F"
      case .text, .integer, .duration: " -x"
      }
    return "complete -c sophax\(condition) -l \(option.name)\(short)\(value) -d \(quote(option.summary))"
  }

  private static func quote(_ text: String) -> String {
    "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }
}
