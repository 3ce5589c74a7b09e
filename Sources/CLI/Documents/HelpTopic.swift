import ControlAPI

/// What `sophax help` describes beside commands.
enum HelpTopic: String, CaseIterable {
  case exitCodes = "exit-codes"
  case configuration
  case rpc

  var lines: [String] {
    switch self {
    case .exitCodes:
      ExitCode.allCases.map { code in
        let number = "\(code.rawValue)"
        return String(repeating: " ", count: 3 - number.count) + "\(number)  \(code.meaning)"
      } + ["130  interrupted by the user", "", "Only 0 means that what was asked for is so."]
    case .configuration:
      ["The file (see sophax config path) holds lines of key = value; options and variables override it.", ""]
        + ConfigurationKey.allCases.flatMap { key in
          [
            "\(key.rawValue)", "    \(key.summary)", "    values: \(key.values)", "    default: \(key.fallback)",
            "    option --\(key.option), variable \(key.variable)",
          ]
        }
    case .rpc:
      HelpText.command(SettingsCommands.rpc) + ["", "Methods:"] + Method.allCases.map { "  \($0.rawValue)" }
    }
  }
}
