import CLinux
import ControlAPI
import Glibc
import TestWorld
import Testing

@testable import CLI

/// What is made from the command table: manual pages as they are kept, and completion scripts that shells take.
@Suite struct DocumentTests {
  private static let root = #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 }

  @Test(arguments: [("sophax.1", ProgramManual.page), ("sophax.conf.5", ConfigurationManual.page)])
  func keptManualIsTheTables(name: String, page: String) throws {
    let kept = String(decoding: try Files.read("\(Self.root)/Docs/man/\(name)"), as: UTF8.self)
    #expect(kept == page + "\n", "make docs writes it again")
  }

  @Test func manualHasNoStrayControlLines() {
    for page in [ProgramManual.page, ConfigurationManual.page] {
      for line in page.split(separator: "\n") where line.hasPrefix(".") || line.hasPrefix("'") {
        #expect(
          [".TH", ".SH", ".SS", ".TP", ".PP", ".B ", ".BR", ".br", ".\\\""].contains { line.hasPrefix($0) },
          "\(line)")
      }
    }
  }

  @Test func sampleConfigurationNamesOnlySettings() throws {
    let text = String(decoding: try Files.read("\(Self.root)/deploy/sophax.conf"), as: UTF8.self)
    let lines = text.split(separator: "\n").filter { $0.hasPrefix("#") && $0.contains(" = ") }.map {
      $0.dropFirst()
    }
    #expect(lines.count >= 8)
    // Every commented setting is one that the parser takes.
    for line in lines { _ = try ConfigurationFile(text: String(line), name: "deploy/sophax.conf") }
  }

  @Test func helpNamesEveryCommandAndCode() {
    let program = HelpText.program.joined(separator: "\n")
    #expect(CommandTable.commands.allSatisfy { program.contains("  \($0.name) ") })
    #expect(HelpTopic.exitCodes.lines.count == ExitCode.allCases.count + 3)
    #expect(HelpTopic.rpc.lines.suffix(Method.allCases.count) == Method.allCases.map { "  \($0.rawValue)" }[...])
  }

  @Test func noCommandIsTheBeginningOfAnother() {
    for command in CommandTable.commands {
      #expect(CommandTable.commands.filter { $0.path.starts(with: command.path) }.count == 1)
      let names = (command.options + CommandTable.globals).map(\.name)
      #expect(Set(names).count == names.count, "\(command.name)")
    }
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func completionIsASyntaxThatTheShellTakes(shell: String) async throws {
    let directory = try TemporaryDirectory()
    let outcome = await (try Stage(directory: directory)).run(["completion", shell])
    #expect(outcome.exit == 0)
    #expect(CommandTable.commands.allSatisfy { outcome.output.contains($0.path[0]) })
    try Files.write(Array(outcome.output.utf8), to: directory.file("script"))
    let places = ["/bin/\(shell)", "/usr/bin/\(shell)"]
    guard let program = places.first(where: FileText.exists) else { return }
    #expect(try Shell.run([program, "-n", directory.file("script")]).status == 0)
  }

  @Test(
    arguments: [
      (["sophax", ""], "contact"), (["sophax", "cont"], "contact"), (["sophax", "contact", ""], "rename"),
      (["sophax", "dir", "seeds", ""], "rm"), (["sophax", "daemon", "--tor", ""], "system"),
      (["sophax", "completion", ""], "fish"), (["sophax", "send", "--wa"], "--wait"),
      (["sophax", "--json", "contact", "list", "--state", "b"], "blocked"),
    ])
  func bashOffers(words: [String], offer: String) throws {
    guard FileText.exists("/bin/bash") else { return }
    let directory = try TemporaryDirectory()
    let quoted = words.map { "'\($0)'" }.joined(separator: " ")
    let script =
      BashCompletion.script(CommandTable.commands, CommandTable.globals)
      + "\nCOMP_WORDS=(\(quoted)); COMP_CWORD=\(words.count - 1); _sophax; printf '%s\\n' \"${COMPREPLY[@]}\"\n"
    try Files.write(Array(script.utf8), to: directory.file("script"))
    let result = try Shell.run(["/bin/bash", directory.file("script")])
    #expect(result.output.split(separator: "\n").contains(offer[...]), "\(result.output)")
  }
}
