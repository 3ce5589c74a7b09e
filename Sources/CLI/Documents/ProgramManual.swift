import ControlAPI

/// `sophax(1)`, made from the command table.
package enum ProgramManual {
  package static var page: String {
    Roff.page(
      "sophax", section: 1, summary: CommandTable.summary,
      body: [
        Roff.section("SYNOPSIS"), ".B sophax", Roff.escape("COMMAND [options] ..."), Roff.section("DESCRIPTION"),
      ]
        + Roff.paragraph(
          "Runs a node of the SophaxChat network and talks to it. The node publishes an onion service whose address "
            + "is derived from its identity, takes part in a directory of such nodes, and carries end-to-end encrypted "
            + "conversations. Data goes to the standard output; everything else goes to the standard error.")
        + [Roff.section("COMMANDS")] + CommandTable.commands.flatMap(command)
        + [Roff.section("OPTIONS"), Roff.escape("Every command takes:")] + CommandTable.globals.flatMap(option)
        + [Roff.section("EXIT STATUS")] + ExitCode.allCases.flatMap { Roff.item("\($0.rawValue)", $0.meaning) }
        + Roff.item("130", "interrupted by the user")
        + [Roff.section("ENVIRONMENT")]
        + Roff.item("SOPHAX_CONFIG", "the file that the settings are read from")
        + Roff.item(
          "SOPHAX_*", "overrides a setting; sophax.conf(5) names the variable of each; another name is warned of")
        + Roff.item("NO_COLOR", "when it is set and not empty, nothing is coloured")
        + Roff.item("CREDENTIALS_DIRECTORY", "set by systemd; the credential sophax-passphrase opens the store")
        + [Roff.section("SEE ALSO"), ".BR sophax.conf (5),", ".BR tor (1)"])
  }

  private static func command(_ command: Command) -> [String] {
    [
      ".SS \"\(Roff.escape(command.usage.replacing("\"", with: "")))\"",
      Roff.escape(HelpText.sentence(command.summary)),
    ]
      + command.details.flatMap(Roff.paragraph) + command.operands.flatMap { Roff.item($0.name, $0.summary) }
      + command.options.flatMap(option)
  }

  private static func option(_ option: Option) -> [String] { Roff.item(option.usage, option.summary) }
}
