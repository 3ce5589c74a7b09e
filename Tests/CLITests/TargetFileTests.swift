import ControlAPI
import Glibc
import TestWorld
import Testing

@testable import CLI

@Suite struct TargetFileTests {
  @Test func onlyFilesAreReplaced() throws {
    let directory = try TemporaryDirectory()
    let pipe = directory.file("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    let toPipe = directory.file("link")
    #expect(symlink(pipe, toPipe) == 0)
    for path in [pipe, toPipe, "/dev/null"] {
      let failure = #expect(throws: Failure.self) { try TargetFile(path, named: "cat.png", replaces: true) }
      #expect(failure?.code == .stateForbids)
    }
    var status = stat()
    #expect(lstat(pipe, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
  }

  @Test func aFileIsReplacedOnlyWhenAsked() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("cat.png")
    for (replaces, bytes) in [(false, [UInt8]([1])), (true, [2])] {
      let target = try TargetFile(path, named: "dog.png", replaces: replaces)
      try target.write(bytes)
      try target.finish()
    }
    #expect(throws: Failure.self) { try TargetFile(path, named: "dog.png", replaces: false) }
    #expect(try FileText.read(path) == "\u{2}")
  }
}
