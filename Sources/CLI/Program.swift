import ControlAPI

/// The command line as a whole: words in, exit code out.
package enum Program {
  /// SIGINT's usual exit code: 128 and the number of the signal.
  package static let interrupted: Int32 = 130

  /// Does what the words ask for, and returns how the process ends.
  ///
  /// - Parameter words: as `PathText` makes them of bytes.
  package static func run(_ words: [String], in surroundings: Surroundings) async -> Int32 {
    let wantsJSON = words.prefix { $0 != "--" }.contains("--json")
    do throws(Stop) {
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
    let request: ArgumentParser.Request
    do throws(Failure) {
      request = try ArgumentParser.parse(words, table: CommandTable.commands, globals: CommandTable.globals)
    } catch {
      throw .failure(refusal(words.firstIndex { !PathText.isWhole($0) }) ?? error)
    }
    if let failure = refusal(words.firstIndex { !PathText.isWhole($0) }), !isOddInSourcesAlone(request) {
      throw .failure(failure)
    }
    return request
  }

  private static func refusal(_ place: Int?) -> Failure? {
    place.map { Failure(.badInput, "argument \($0 + 1) is not UTF-8 text") }
  }

  /// Whether only the paths of files that are read have other bytes than text has.
  private static func isOddInSourcesAlone(_ request: ArgumentParser.Request) -> Bool {
    guard case .run(let command, let arguments) = request else { return false }
    let sources = Set(command.options.filter { if case .source = $0.value { true } else { false } }.map(\.name))
    let others = arguments.operands + arguments.options.filter { !sources.contains($0.key) }.flatMap(\.value)
    return others.allSatisfy(PathText.isWhole)
  }
}
