import ControlAPI
import Crypto
import Glibc

/// Asks for a passphrase on the terminal with the echo off.
struct PassphrasePrompt {
  let console: Console
  let interruption: Interruption

  /// Asks once, or twice when a new one is chosen.
  func ask(_ question: String, confirming: Bool) throws(Stop) -> SecretBytes {
    let first = try askOnce(question)
    guard first.count > 0 else { throw .failure(Failure(.wrongKey, "the passphrase is empty")) }
    if confirming {
      guard
        first.withUnsafePointer({
          ControlAPI.Settings.isLongEnough(passphrase: UnsafeBufferPointer(start: $0, count: first.count))
        })
      else {
        throw .failure(
          Failure(
            .badInput, "the passphrase has fewer than \(ControlAPI.Settings.minimumPassphrase) characters",
            hint: "choose a longer one: several words"))
      }
      let second = try askOnce("the same again: ")
      guard first == second else { throw .failure(Failure(.wrongKey, "the two passphrases differ")) }
    }
    return first
  }

  private func askOnce(_ question: String) throws(Stop) -> SecretBytes {
    var saved = termios()
    guard tcgetattr(console.input, &saved) == 0 else {
      throw .failure(Failure(.internalFailure, "the terminal cannot be set up: \(Console.reason(errno))"))
    }
    var quiet = saved
    quiet.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(console.input, TCSAFLUSH, &quiet)
    // The answer's end of line is not echoed either.
    defer {
      tcsetattr(console.input, TCSAFLUSH, &saved)
      console.paint("\n")
    }
    console.paint(question)
    return try readLine()
  }

  private func readLine() throws(Stop) -> SecretBytes {
    var line: [UInt8] = []
    line.reserveCapacity(Settings.maximumPassphrase + 1)
    defer { line.withUnsafeMutableBytes { wipe($0) } }
    while true {
      guard interruption.wait(for: console.input, milliseconds: Int64(Int32.max)) != .interrupted else {
        throw .interrupted
      }
      var byte: UInt8 = 0
      let count = read(console.input, &byte, 1)
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      guard count == 1 else { throw .failure(Failure(.wrongKey, "no passphrase was given")) }
      if byte == UInt8(ascii: "\n") { return SecretBytes(consuming: &line) }
      guard line.count < Settings.maximumPassphrase else {
        throw .failure(
          Failure(.wrongKey, "the passphrase is longer than \(Settings.maximumPassphrase) bytes"))
      }
      line.append(byte)
    }
  }
}
