import ControlAPI
import Glibc

/// A small text file, whole.
enum FileText {
  static func read(_ path: String) throws(Failure) -> String {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw unreadable(path, errno) }
    defer { close(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.read(file, &chunk, chunk.count)
      guard count >= 0 else { throw unreadable(path, errno) }
      if count == 0 { break }
      bytes += chunk.prefix(count)
      guard bytes.count <= Settings.maximumFile else {
        throw Failure(.badInput, "\(path) is larger than \(Settings.maximumFile) bytes")
      }
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Failure(.badInput, "\(path) is not UTF-8 text")
    }
    return text
  }

  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  private static func unreadable(_ path: String, _ code: Int32) -> Failure {
    Failure(.badInput, "\(path) cannot be read: \(Console.reason(code))")
  }
}
