import ControlAPI

/// What the program says about itself.
enum HelpCommands {
  static let all = [completion, help, version]

  static let completion = Command(
    "completion", "print the completion script of a shell",
    operands: [Operand("SHELL", kind: .choice(["bash", "zsh", "fish"]), "the shell")],
    details: ["For bash: source <(sophax completion bash)"]
  ) { context throws(Stop) in
    let script =
      switch context.operand(0) {
      case "bash": BashCompletion.script(CommandTable.commands, CommandTable.globals)
      case "zsh": ZshCompletion.script(CommandTable.commands, CommandTable.globals)
      default: FishCompletion.script(CommandTable.commands, CommandTable.globals)
      }
    try context.printText([script])
    return .success
  }

  static let help = Command(
    "help", "describe a command or a topic",
    operands: [
      Operand(
        "TOPIC", count: .any, "a command, or one of \(HelpTopic.allCases.map(\.rawValue).joined(separator: ", "))")
    ],
    options: [Option("roff", "print the manual page: of the program, or of the topic configuration")]
  ) { context throws(Stop) in
    if context.arguments.has("roff") {
      let isFile = context.arguments.operands == [HelpTopic.configuration.rawValue]
      try context.printText([isFile ? ConfigurationManual.page : ProgramManual.page])
    } else {
      try context.printText(try HelpText.lines(for: context.arguments.operands))
    }
    return .success
  }

  static let version = Command("version", "print the version") { context throws(Stop) in
    try printVersion(context)
    return .success
  }

  static func printVersion(_ context: Context) throws(Stop) {
    try context.print(["version": ProductVersion.current]) { ["sophax \(ProductVersion.current)"] }
  }
}
