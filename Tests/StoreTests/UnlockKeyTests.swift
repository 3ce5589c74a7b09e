import Crypto
import Glibc
import Store
import TestWorld
import Testing

@Suite struct UnlockKeyTests {
  let directory: TemporaryDirectory
  let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.file("key")
  }

  func passphrase(_ text: String, mode: UInt32 = 0o600, isCredential: Bool = false) throws -> String {
    try Files.write(Array(text.utf8), to: path)
    chmod(path, mode)
    guard case .passphrase(let secret) = try UnlockKey.passphrase(fromFile: path, isCredential: isCredential) else {
      return "another kind of key"
    }
    return String(decoding: secret.exposed, as: UTF8.self)
  }

  @Test(arguments: [
    ("word", "word"), ("word\n", "word"), ("word\r\n", "word"), (" two words \n\n", " two words \n"),
  ])
  func oneLineEndIsLeftOut(_ text: String, _ wanted: String) throws {
    #expect(try passphrase(text) == wanted)
  }

  @Test(arguments: ["", "\n", "\r\n"]) func emptyPassphraseFile(_ text: String) {
    #expect(throws: KeyError.emptyPassphrase) { try passphrase(text) }
  }

  @Test func passphraseHasABound() throws {
    let longest = String(repeating: "a", count: UnlockKey.passphraseLimit)
    #expect(try passphrase(longest + "\n") == longest)
    #expect(throws: KeyError.passphraseTooLong(limit: UnlockKey.passphraseLimit)) { try passphrase(longest + "aa") }
    #expect(throws: KeyError.passphraseTooLong(limit: UnlockKey.passphraseLimit)) {
      try passphrase(String(repeating: "a", count: 100_000))
    }
  }

  @Test func fileThatAnybodyCanReadIsRefused() throws {
    #expect(throws: KeyError.exposed(path: path, mode: 0o604)) { try passphrase("word", mode: 0o604) }
    #expect(try passphrase("word", mode: 0o640) == "word")
    #expect(try passphrase("word", mode: 0o444, isCredential: true) == "word")
  }

  @Test func credentialBehindALinkIsRead() throws {
    try Files.write(Array("word".utf8), to: directory.file("target"))
    symlink(directory.file("target"), path)
    guard case .passphrase(let secret) = try UnlockKey.passphrase(fromFile: path) else {
      Issue.record("another kind of key")
      return
    }
    #expect(secret.exposed == Array("word".utf8))
  }

  @Test func keyFileRoundTrip() throws {
    guard case .keyFile(let made) = try UnlockKey.makeKeyFile(at: path),
      case .keyFile(let read) = try UnlockKey.keyFile(at: path)
    else {
      Issue.record("another kind of key")
      return
    }
    #expect(made == read)
    var status = stat()
    #expect(stat(path, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
    // Never over an existing file: it may be the only key of another node.
    #expect(throws: KeyError.self) { try UnlockKey.makeKeyFile(at: path) }
  }

  @Test(arguments: [UInt32(0o640), 0o604, 0o610]) func keyFileOpenToOthersIsRefused(_ mode: UInt32) throws {
    _ = try UnlockKey.makeKeyFile(at: path)
    chmod(path, mode)
    #expect(throws: KeyError.exposed(path: path, mode: mode)) { try UnlockKey.keyFile(at: path) }
  }

  @Test(arguments: [0, 1, 31, 33, 5000]) func keyFileOfAnotherLengthIsRefused(_ length: Int) throws {
    try Files.write([UInt8](repeating: 1, count: length), to: path)
    #expect(throws: KeyError.notAKeyFile(path: path)) { try UnlockKey.keyFile(at: path) }
  }
}
