/// `sophax.conf(5)`, made from the table of settings.
package enum ConfigurationManual {
  package static var page: String {
    Roff.page(
      "sophax.conf", section: 5, summary: "settings of a SophaxNode",
      body: [Roff.section("DESCRIPTION")]
        + Roff.paragraph(
          "The file holds lines of the form key = value. Empty lines and lines that begin with # are passed over. A "
            + "value is the rest of its line: there are no quotes and no comments behind it. A key is written once. "
            + "Anything else is refused with the file, the line and what is allowed there. A relative path starts "
            + "from the directory of the file.")
        + Roff.paragraph(
          "Variables of the environment override the file, and options override both. sophax config path prints "
            + "which file is read, sophax config show prints every setting that holds and what sets it.")
        + [Roff.section("SETTINGS")]
        + ConfigurationKey.allCases.flatMap { key in
          Roff.item(key.rawValue, HelpText.sentence(key.summary)) + [
            ".br", Roff.escape("Values: \(key.values)."), ".br",
          ]
            + [Roff.escape("Default: \(key.fallback)."), ".br"]
            + [Roff.escape("Option --\(key.option), variable \(key.variable).")]
        }
        + [Roff.section("SEE ALSO"), ".BR sophax (1)"])
  }
}
