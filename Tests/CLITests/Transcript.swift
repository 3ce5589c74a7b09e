import Glibc
import TestWorld

@testable import CLI

/// A transcript: what the daemon would say, a command, and what it prints. Lines of the file:
///
///     # a comment
///     daemon METHOD JSON        the result, or {"error": …}; several make a row of lines before the answer
///     daemon METHOD close       the connection ends instead
///     env NAME=VALUE
///     terminal output|errors|input
///     type TEXT                 on the standard input, with an end of line
///     file NAME TEXT            a file in the directory, \n standing for an end of line
///     $ sophax …                the command, words in '…' kept together
///     out|…   err|…   exit N    what is expected, in this order
///
/// `<DIR>` stands for the directory of the run. Everything above the command holds for the commands below it as well.
struct Transcript {
  struct Step {
    var words: [String] = []
    var command = ""
    var replies: [String: FakeDaemon.Reply] = [:]
    var environment: [String: String] = [:]
    var terminals: Stage.Terminals = []
    var input: [String] = []
    var files: [(name: String, text: String)] = []
    var expected: [String] = []
  }

  let name: String
  private(set) var steps: [Step] = []

  static var folder: String {
    #filePath.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 } + "/Transcripts"
  }

  /// The names of all transcripts.
  static var all: [String] {
    guard let listing = opendir(folder) else { return [] }
    defer { closedir(listing) }
    var names: [String] = []
    while let entry = readdir(listing) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.hasSuffix(".txt") { names.append(name) }
    }
    return names.sorted()
  }

  init(named name: String) throws {
    self.name = name
    var step = Step()
    var isOpen = false
    for line in String(decoding: try Files.read("\(Transcript.folder)/\(name)"), as: UTF8.self).split(
      separator: "\n")
    {
      if line.hasPrefix("out|") || line.hasPrefix("err|") || line.hasPrefix("exit ") {
        step.expected.append(String(line))
        continue
      }
      if isOpen {
        steps.append(step)
        step.expected = []
        step.input = []
        isOpen = false
      }
      isOpen = try read(String(line), into: &step)
    }
    if isOpen { steps.append(step) }
  }

  private func read(_ line: String, into step: inout Step) throws -> Bool {
    let words = line.split(separator: " ", maxSplits: 2).map(String.init)
    switch words.first {
    case "daemon": step.replies[words[1]] = try reply(words[2], step.replies[words[1]])
    case "env":
      let halves = line.dropFirst(4).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      step.environment[String(halves[0])] = String(halves[1])
    case "terminal":
      step.terminals.insert(words[1] == "output" ? .output : words[1] == "errors" ? .errors : .input)
    case "type": step.input.append(String(line.dropFirst(5)))
    case "file": step.files.append((words[1], words[2].replacing("\\n", with: "\n")))
    case "$":
      step.command = line
      step.words = Array(Transcript.split(line).dropFirst(2))
      return true
    default: precondition(line.hasPrefix("#"), "\(name): \(line)")
    }
    return false
  }

  private func reply(_ text: String, _ before: FakeDaemon.Reply?) throws -> FakeDaemon.Reply {
    if text == "close" { return .linesThenClose([]) }
    let json =
      text.hasPrefix("@")
      ? String(decoding: try Files.read("\(Transcript.folder)/\(text.dropFirst())"), as: UTF8.self) : text
    let flat = json.split(separator: "\n").map { $0.trimmed }.joined()
    let line =
      if flat.hasPrefix("{\"error\"") || flat.hasPrefix("{\"method\"") {
        "{\"jsonrpc\":\"2.0\"," + (flat.hasPrefix("{\"error\"") ? "\"id\":\"ID\"," : "") + flat.dropFirst()
      } else {
        "{\"jsonrpc\":\"2.0\",\"id\":\"ID\",\"result\":\(flat)}"
      }
    // Notifications stand before the answer; a second answer replaces the first.
    guard case .lines(let lines) = before, lines.last?.contains("\"method\"") == true else { return .lines([line]) }
    return .lines(lines + [line])
  }

  static func split(_ line: String) -> [String] {
    var words: [String] = []
    var word: String?
    var isQuoted = false
    for character in line {
      switch character {
      case "'":
        isQuoted.toggle()
        word = word ?? ""
      case " " where !isQuoted:
        if let done = word { words.append(done) }
        word = nil
      default: word = (word ?? "") + String(character)
      }
    }
    return words + (word.map { [$0] } ?? [])
  }
}
