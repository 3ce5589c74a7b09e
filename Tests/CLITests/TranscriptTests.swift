import Glibc
import TestWorld
import Testing

@testable import CLI

/// Every transcript, as if a person had typed it.
@Suite struct TranscriptTests {
  @Test(arguments: Transcript.all)
  func commandSaysWhatTheTranscriptSays(name: String) async throws {
    setenv("TZ", "UTC", 1)
    let transcript = try Transcript(named: name)
    #expect(!transcript.steps.isEmpty)
    for step in transcript.steps {
      let directory = try TemporaryDirectory()
      let actual = try await play(step, in: directory)
      let expected = step.expected.map { $0.replacing("<DIR>", with: directory.path) }
      #expect(
        actual == expected,
        "\(name): \(step.command)\n\(actual.joined(separator: "\n").replacing(directory.path, with: "<DIR>"))")
    }
  }

  private func play(_ step: Transcript.Step, in directory: TemporaryDirectory) async throws -> [String] {
    mkdir(directory.file("sophax"), 0o700)
    for file in step.files {
      let text = file.text.replacing("<DIR>", with: directory.path)
      try Files.write(Array(text.utf8), to: directory.file(file.name))
    }
    let daemon =
      step.replies.isEmpty ? nil : try FakeDaemon(at: directory.file("sophax/control"), replies: step.replies)
    try daemon?.start()
    defer { daemon?.stop() }
    let stage = try Stage(
      terminals: step.terminals,
      environment: step.environment.mapValues { $0.replacing("<DIR>", with: directory.path) },
      directory: directory)
    for line in step.input { stage.type(line + "\n") }
    if !step.terminals.contains(.input) { stage.endInput() }
    let outcome = await stage.run(step.words.map { $0.replacing("<DIR>", with: directory.path) })
    return lines("out|", outcome.output) + lines("err|", outcome.errors) + ["exit \(outcome.exit)"]
  }

  private func lines(_ mark: String, _ text: String) -> [String] {
    let all = text.split(separator: "\n", omittingEmptySubsequences: false)
    return (all.last == "" ? all.dropLast() : all[...]).map {
      mark + $0.replacing("\u{1B}", with: "<ESC>").replacing("\r", with: "<CR>")
    }
  }
}
