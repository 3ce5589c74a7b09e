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

  init(_ path: String) throws(Failure) {
    self.path = path
    file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    name = path.split(separator: "/").last.map(String.init) ?? path
    guard file >= 0 else { throw Failure(.badInput, "\(path) cannot be read: \(Console.reason(errno))") }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(file)
      throw Failure(.badInput, "\(path) is not a file")
    }
    guard status.st_size > 0 else {
      close(file)
      throw Failure(.badInput, "\(path) is empty")
    }
    size = Int64(status.st_size)
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
