/// Reads a command line against the command table: first the words that name a command, then its options and
/// operands. Everything is checked here, so that a command starts only with what it can use.
struct ArgumentParser {
  /// What a command line asks for.
  enum Request {
    case run(Command, Arguments)
    /// `--help`, or nothing at all: the help of a command, a group of commands or the program.
    case help([String], Arguments)
    case version(Arguments)
  }

  private let table: [Command]
  private let globals: [Option]
  private var rest: ArraySlice<String>
  private var arguments = Arguments()
  private var path: [String] = []

  init(table: [Command], globals: [Option], words: [String]) {
    self.table = table
    self.globals = globals
    rest = words[...]
  }

  static func parse(_ words: [String], table: [Command], globals: [Option]) throws(Failure) -> Request {
    var parser = ArgumentParser(table: table, globals: globals, words: words)
    return try parser.parse()
  }

  private mutating func parse() throws(Failure) -> Request {
    let command = try findCommand()
    if arguments.has("version") { return .version(arguments) }
    guard let command else { return try helpInsteadOfCommand() }
    let known = command.options + globals
    while let word = rest.popFirst() {
      if word == "--" {
        arguments.operands += rest
        break
      }
      if word.hasPrefix("-"), word != "-" {
        try takeOption(word, known: known)
      } else {
        arguments.operands.append(word)
      }
    }
    if arguments.has("help") { return .help(path, arguments) }
    if arguments.has("version") { return .version(arguments) }
    try checkOperands(of: command)
    return .run(command, arguments)
  }

  private mutating func findCommand() throws(Failure) -> Command? {
    while let word = rest.popFirst() {
      if word.hasPrefix("-") {
        try takeOption(word, known: globals)
        continue
      }
      let longer = path + [word]
      let candidates = table.filter { $0.path.starts(with: longer) }
      guard !candidates.isEmpty else { throw unknownWord(word) }
      path = longer
      if let command = candidates.first(where: { $0.path == longer }) { return command }
    }
    return nil
  }

  private func helpInsteadOfCommand() throws(Failure) -> Request {
    if arguments.has("help") || path.isEmpty { return .help(path, arguments) }
    let verbs = table.filter { $0.path.starts(with: path) }.map { $0.path[path.count] }
    throw .usage(
      "\(path.joined(separator: " ")): which of \(ordered(verbs).joined(separator: ", "))?",
      hint: "sophax help \(path.joined(separator: " ")) describes them")
  }

  private func unknownWord(_ word: String) -> Failure {
    let choices = ordered(table.filter { $0.path.starts(with: path) }.map { $0.path[path.count] })
    let place = (["sophax"] + path).joined(separator: " ")
    guard !word.isEmpty else {
      return .usage("\(place): the word that should name a command is empty", hint: "\(place) --help lists them")
    }
    let near = Suggestion.nearest(to: word, among: choices).map { "did you mean \(place) \($0)?" }
    return .usage("\(place) has no command \(word)", hint: near ?? "\(place) --help lists them")
  }

  private func ordered(_ words: [String]) -> [String] {
    words.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  private mutating func takeOption(_ word: String, known: [Option]) throws(Failure) {
    let (name, attached) = split(word)
    guard let option = known.first(where: { matches($0, name) }) else { throw unknownOption(name, known: known) }
    guard let kind = option.value else {
      guard attached == nil else { throw .usage("--\(option.name) takes no value") }
      arguments.options[option.name] = [""]
      return
    }
    guard let value = attached ?? rest.popFirst() else {
      throw .usage("--\(option.name) needs a value: \(kind.placeholder)")
    }
    if let objection = kind.objection(to: value) { throw refused("--\(option.name)", value, objection, kind) }
    guard option.repeatable || !arguments.has(option.name) else {
      throw .usage("--\(option.name) is given twice")
    }
    arguments.options[option.name, default: []].append(value)
  }

  private func split(_ word: String) -> (name: String, value: String?) {
    guard word.hasPrefix("--"), let equals = word.firstIndex(of: "=") else { return (word, nil) }
    return (String(word[..<equals]), String(word[word.index(after: equals)...]))
  }

  private func matches(_ option: Option, _ name: String) -> Bool {
    name == "--\(option.name)" || option.short.map { name == "-\($0)" } == true
  }

  private func unknownOption(_ name: String, known: [Option]) -> Failure {
    if ["--passphrase", "--password", "--key"].contains(name) {
      return .usage(
        "a secret never goes on the command line, where every user of the machine can read it",
        hint: "use --passphrase-file FILE, --key-file FILE, or answer the prompt")
    }
    let place = (["sophax"] + path).joined(separator: " ")
    let near = Suggestion.nearest(to: name, among: known.map { "--\($0.name)" })
    let isOfACommand = table.contains { $0.options.contains { matches($0, name) } }
    let elsewhere =
      path.isEmpty && isOfACommand
      ? "options of a command come after its name" : "\(place) --help lists the options"
    return .usage("\(place) has no option \(name)", hint: near.map { "did you mean \($0)?" } ?? elsewhere)
  }

  private func refused(_ name: String, _ value: String, _ objection: String, _ kind: ValueKind) -> Failure {
    .usage(
      value.isEmpty ? "\(name) is empty" : "\(name) \(value): \(objection)", hint: suggestion(for: value, kind))
  }

  /// Slips spare the first letter: what begins otherwise is another word, like another shell.
  private func suggestion(for value: String, _ kind: ValueKind) -> String? {
    guard case .choice(let words) = kind else { return nil }
    return Suggestion.nearest(to: value, among: words.filter { $0.first == value.first }).map {
      "did you mean \($0)?"
    }
  }

  private func checkOperands(of command: Command) throws(Failure) {
    var left = arguments.operands[...]
    for operand in command.operands {
      let mayBeAbsent = operand.count == .optional || operand.count == .any
      guard let first = left.first else {
        if mayBeAbsent { return }
        throw .usage("\(operand.name) is missing: \(operand.summary)", hint: "usage: \(command.usage)")
      }
      let taken = operand.count == .many || operand.count == .any ? left : [first]
      for value in taken {
        if let objection = operand.kind.objection(to: value) {
          throw refused(operand.name, value, objection, operand.kind)
        }
      }
      left = left.dropFirst(taken.count)
    }
    if let extra = left.first {
      throw .usage("\(extra) is one word too many", hint: "usage: \(command.usage)")
    }
  }
}
