/// Everything that `sophax` can be asked for.
package enum CommandTable {
  package static let commands: [Command] =
    NodeCommands.all + ChatCommands.all + IdentityCommands.all + ContactCommands.all + MessageCommands.all
    + FileCommands.all
    + DirectoryCommands.all + SettingsCommands.all + TestnetCommands.all + HelpCommands.all

  /// Options that every command takes.
  package static let globals: [Option] = [
    Option("config", takes: .file("FILE"), "read the settings from FILE"),
    Option("system", "use the directories of the system's service instead of the user's"),
    Option("data-dir", takes: .file("DIR"), "the node's data directory"),
    Option("socket", takes: .file("PATH"), "the daemon's control socket"),
    Option("json", "print JSON Lines, one object a line, each with \"v\":1"),
    Option("help", short: "h", "describe the command"),
    Option("version", "print the version"),
  ]

  /// Words of what the program is, for its help and its manual.
  package static let summary = "an always-on node for end-to-end encrypted chat over Tor"
}
