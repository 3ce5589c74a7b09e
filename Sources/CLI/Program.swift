import ControlAPI

/// The command line as a whole: words in, exit code out.
package enum Program {
  /// SIGINT's usual exit code: 128 and the number of the signal.
  package static let interrupted: Int32 = 130

  /// Does what the words ask for, and returns how the process ends.
  ///
  /// - Parameter given: nil for a word that is not UTF-8.
  package static func run(_ given: [String?], in surroundings: Surroundings) async -> Int32 {
    let words = given.compactMap(\.self)
    let wantsJSON = words.prefix { $0 != "--" }.contains("--json")
    do throws(Stop) {
      if let place = given.firstIndex(of: nil) {
        throw .failure(Failure(.badInput, "argument \(place + 1) is not UTF-8 text"))
      }
      return try await perform(words, in: surroundings).rawValue
    } catch {
      switch error {
      case .outputClosed: return ExitCode.success.rawValue
      case .interrupted: return interrupted
      case .failure(let failure):
        surroundings.console.report(failure)
        // A reader of JSON learns the reason where it reads; that it may have left is no second failure.
        if wantsJSON, let line = ControlJSON.encode(Versioned(FailureView(failure))) {
          try? surroundings.console.print(bytes: line)
        }
        return failure.code.rawValue
      }
    }
  }

  private static func perform(_ words: [String], in surroundings: Surroundings) async throws(Stop) -> ExitCode {
    switch try parse(words) {
    case .help(let path, let arguments):
      let context = Context(arguments: arguments, surroundings: surroundings)
      try context.printText(try HelpText.lines(for: path))
      return .success
    case .version(let arguments):
      try HelpCommands.printVersion(Context(arguments: arguments, surroundings: surroundings))
      return .success
    case .run(let command, let arguments):
      for line in UnknownVariables.warnings(about: surroundings.environment) { surroundings.console.say(line) }
      do throws(Stop) {
        return try await command.run(Context(arguments: arguments, surroundings: surroundings))
      } catch {
        throw error.naming(NodeChoice(arguments))
      }
    }
  }

  private static func parse(_ words: [String]) throws(Stop) -> ArgumentParser.Request {
    do throws(Failure) {
      return try ArgumentParser.parse(words, table: CommandTable.commands, globals: CommandTable.globals)
    } catch {
      throw .failure(error)
    }
  }
}
