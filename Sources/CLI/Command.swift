import ControlAPI

/// One command: what it is called, what it takes, what it does. Help, completion and the manual are made from this.
package struct Command: Sendable {
  /// The words that name it: `["dir", "find"]`.
  package let path: [String]
  package let summary: String
  package let operands: [Operand]
  package let options: [Option]
  /// Paragraphs for the help and the manual.
  package let details: [String]
  let run: @Sendable (Context) async throws(Stop) -> ExitCode

  init(
    _ path: String, _ summary: String, operands: [Operand] = [], options: [Option] = [], details: [String] = [],
    run: @escaping @Sendable (Context) async throws(Stop) -> ExitCode
  ) {
    self.path = path.split(separator: " ").map(String.init)
    self.summary = summary
    self.operands = operands
    self.options = options
    self.details = details
    self.run = run
  }

  package var name: String { path.joined(separator: " ") }

  /// `sophax dir find [options] PREFIX`
  package var usage: String {
    (["sophax"] + path + (options.isEmpty ? [] : ["[options]"]) + operands.map(\.usage)).joined(separator: " ")
  }
}
