import Bytes

/// The options of a call that choose the node. A command that is recommended to a person repeats them: without them it
/// would speak to another node.
struct NodeChoice {
  private let arguments: Arguments

  init(_ arguments: Arguments) { self.arguments = arguments }

  /// The text with those options in every `sophax COMMAND` of it.
  func repeated(in text: String) -> String {
    guard !arguments.options.isEmpty else { return text }
    let parts = text.split(separator: NodeChoice.program, omittingEmptySubsequences: false)
    var result = String(parts[0])
    for part in parts.dropFirst() {
      let isProgram = result.last.map { !$0.isLetter && !$0.isNumber && $0 != "/" } ?? true
      let command = String(part.prefix { $0.isLetter })
      let isOfAnother = result.hasSuffix(NodeChoice.another)
      result += NodeChoice.program
      if isProgram, !isOfAnother, NodeChoice.commands.contains(command) {
        result += before + command + behind(command) + part.dropFirst(command.count)
      } else {
        result += part
      }
    }
    return result
  }

  private static let program = "sophax "

  /// What stands before a command that somebody else is to call, on a node of their own.
  private static let another = "other person's "

  /// The commands that speak to a node.
  private static let commands = Set(CommandTable.commands.map { $0.path[0] })
    .subtracting(["help", "version", "completion", "testnet"])

  private var before: String {
    CommandTable.globals.filter { ["config", "system", "data-dir", "socket"].contains($0.name) }
      .flatMap(given).map { $0 + " " }.joined()
  }

  /// What begins a node needs the other settings of this call as well.
  private func behind(_ command: String) -> String {
    guard ["init", "daemon"].contains(command) else { return "" }
    return NodeCommands.settings.flatMap(given).map { " " + $0 }.joined()
  }

  private func given(_ option: Option) -> [String] {
    arguments.values(option.name).map { value in
      option.value == nil ? "--\(option.name)" : "--\(option.name) \(ShellWord.quoted(absolute(value, of: option)))"
    }
  }

  /// The command may be called in another directory.
  private func absolute(_ value: String, of option: Option) -> String {
    switch option.value {
    case .file, .source: WorkingDirectory.absolute(value)
    case .text where value.hasPrefix("@"): "@" + WorkingDirectory.absolute(String(value.dropFirst()))
    case .text, .choice, .integer, .duration, nil: value
    }
  }
}
