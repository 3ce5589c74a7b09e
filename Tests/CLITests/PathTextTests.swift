import Glibc
import TestWorld
import Testing

@testable import CLI

/// Words of the command line that need not be text.
@Suite struct PathTextTests {
  @Test(
    arguments: [
      [], Array("plain é 👍".utf8), [0xFF], [0x61, 0xC3, 0x28, 0x80], [0xE2, 0x82], [0xED, 0xA0, 0x80],
      [0xC0, 0xAF],
      Array("\u{10FF80}\u{10FFFF}\u{10FF7F}".utf8), [0xF4, 0x8F, 0xBE],
    ] as [[UInt8]]) func eachWordComesBack(word: [UInt8])
  {
    #expect(PathText.bytes(of: PathText.text(of: word)) == word)
  }

  @Test func textStaysAsItIs() {
    #expect(PathText.text(of: Array("a é 👍".utf8)) == "a é 👍")
    #expect(PathText.isWhole("a é 👍"))
    #expect(!PathText.isWhole(PathText.text(of: [0x61, 0xFF])))
  }

  @Test func onlyAFileThatIsSentMayHaveAnyName() async throws {
    let directory = try TemporaryDirectory()
    let stage = try Stage(directory: directory)
    let odd = PathText.text(of: [0x61, 0xFF, 0x2E, 0x74, 0x78, 0x74])
    for words in [
      ["send", "bob", odd], ["send", odd, "x"], ["--socket", odd, "send", "bob", "--file", odd],
      ["send", "bob", "--file", "x", "--mime", odd], [odd], ["send", "--" + odd],
    ] {
      let outcome = await stage.run(words)
      #expect(outcome.exit == 8 && outcome.errors.contains("is not UTF-8 text"), "\(words) \(outcome.errors)")
    }
    for words in [["send", "bob", "--file", odd], ["send", "bob", "--file=" + odd]] {
      let outcome = await stage.run(words)
      #expect(outcome.errors.contains("cannot be read: no such file"), "\(outcome.errors)")
    }
  }

  @Test func theNameOfAFileIsSentWithoutWhatIsNoText() throws {
    let directory = try TemporaryDirectory()
    let path = Array(directory.path.utf8) + Array("/a".utf8) + [0xFF] + Array("\u{FFFD}b.txt".utf8)
    try make(path, "hello")
    let source = try SourceFile(path)
    #expect(source.name == "a__b.txt" && source.size == 5)
    #expect(try source.piece() == Array("hello".utf8))
    let whole = Array(directory.path.utf8) + Array("/\u{FFFD}é.txt".utf8)
    try make(whole, "")
    let empty = try SourceFile(whole)
    #expect(empty.name == "\u{FFFD}é.txt" && empty.size == 0 && empty.isAtEnd)
  }

  @Test func whatDoesNotSayItsLengthIsRefused() {
    let failure = #expect(throws: Failure.self) { try SourceFile(Array("/proc/self/status".utf8)) }
    #expect(failure?.message.contains("does not say how long it is") == true)
  }

  private func make(_ path: [UInt8], _ text: String) throws {
    let file = open(path.map { CChar(bitPattern: $0) } + [0], O_WRONLY | O_CREAT, 0o600)
    #expect(file >= 0)
    Console.write(Array(text.utf8), to: file)
    close(file)
  }
}
