import Bytes
import CLinux
import ControlAPI
import Glibc

/// A file of the user's that is handed to the daemon, piece by piece.
final class SourceFile {
  let name: String
  let size: Int64
  private let file: Int32
  private let path: String
  private(set) var read: Int64 = 0

  /// - Parameter path: its bytes, which need not be UTF-8.
  init(_ path: [UInt8]) throws(Failure) {
    self.path = String(decoding: path, as: UTF8.self)
    // What is no text in a name cannot be sent, and the receiver needs a name all the same.
    let last = String(decoding: path.split(separator: UInt8(ascii: "/")).last ?? path[...], as: UTF8.self)
    name = String(validating: path, as: UTF8.self) == nil ? last.replacing("\u{FFFD}", with: "_") : last
    // What stands behind a zero would be passed over.
    let odd = path.contains(0)
    file = odd ? -1 : open(path.map { CChar(bitPattern: $0) } + [0], O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    if odd { errno = EINVAL }
    guard file >= 0 else { throw Failure(.badInput, "\(self.path) cannot be read: \(Console.reason(errno))") }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(file)
      throw Failure(.badInput, "\(self.path) is not a file")
    }
    size = Int64(status.st_size)
    var byte: UInt8 = 0
    guard size > 0 || pread(file, &byte, 1, 0) == 0 else {
      close(file)
      throw Failure(
        .badInput, "\(self.path) does not say how long it is", hint: "copy it to a file first, and send that")
    }
  }

  deinit { close(file) }

  var isAtEnd: Bool { read >= size }

  /// The next bytes, as many as one request takes.
  func piece() throws(Failure) -> [UInt8] {
    let wanted = Int(min(size - read, Int64(ControlAPI.Settings.maximumPiece)))
    var bytes = [UInt8](repeating: 0, count: wanted)
    var count = 0
    repeat { count = Glibc.read(file, &bytes, wanted) } while count < 0 && errno == EINTR
    guard count >= 0 else { throw Failure(.badInput, "\(path) cannot be read: \(Console.reason(errno))") }
    guard count > 0 else { throw Failure(.badInput, "\(path) has become shorter while it was read") }
    read += Int64(count)
    return Array(bytes.prefix(count))
  }
}
