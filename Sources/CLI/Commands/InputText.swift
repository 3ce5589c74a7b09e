import ControlAPI
import Glibc

/// A message body from the standard input.
enum InputText {
  static func read(_ context: Context) throws(Stop) -> String {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      guard context.interruption.wait(for: context.console.input, milliseconds: Int64(Int32.max)) != .interrupted
      else { throw .interrupted }
      let count = Glibc.read(context.console.input, &chunk, chunk.count)
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      guard count >= 0 else {
        throw .failure(Failure(.badInput, "the standard input cannot be read: \(Console.reason(errno))"))
      }
      if count == 0 { break }
      bytes += chunk.prefix(count)
      guard bytes.count <= ControlAPI.Settings.maximumBody else {
        throw .failure(Failure(.badInput, "the text is longer than \(ControlAPI.Settings.maximumBody) bytes"))
      }
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .failure(Failure(.badInput, "the standard input is not UTF-8 text"))
    }
    // The end of the last line belongs to the tool that wrote it, not to the message.
    let body = text.hasSuffix("\n") ? String(text.dropLast()) : text
    guard !body.isEmpty else { throw .failure(Failure(.badInput, "the standard input holds no text")) }
    return body
  }
}
