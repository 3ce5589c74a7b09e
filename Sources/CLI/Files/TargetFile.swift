import CLinux
import ControlAPI
import Glibc

/// A file that is written where the user says: beside its place until it is whole, and never over another one unasked.
final class TargetFile {
  let path: String
  private let neighbour: String
  private let replaces: Bool
  private var file: Int32
  private(set) var written: Int64 = 0

  /// - Parameter path: a file that is not there, or a directory, in which the file is called `name`.
  init(_ path: String, named name: String, replaces: Bool) throws(Failure) {
    var status = stat()
    let isDirectory = stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    self.path = isDirectory ? (path.hasSuffix("/") ? path + name : path + "/" + name) : path
    self.replaces = replaces
    neighbour = self.path + ".part-\(getpid())"
    file = -1
    if lstat(self.path, &status) == 0 {
      // A device, a pipe or a socket is nobody's old copy, nor is what leads to one.
      let isLost = stat(self.path, &status) != 0
      guard isLost || status.st_mode & S_IFMT == S_IFREG else {
        throw Failure(.stateForbids, "\(self.path) is no file that could be replaced")
      }
      guard replaces else {
        throw Failure(.stateForbids, "\(self.path) is there already", hint: "--force replaces it")
      }
    }
    file = open(neighbour, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw failure("cannot be written") }
  }

  deinit {
    guard file >= 0 else { return }
    close(file)
    unlink(neighbour)
  }

  func write(_ bytes: [UInt8]) throws(Failure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw failure("cannot be written") }
      rest = rest.dropFirst(count)
    }
    written += Int64(bytes.count)
  }

  /// Puts the whole file at its place.
  func finish() throws(Failure) {
    guard fsync(file) == 0 else { throw failure("cannot be written") }
    // A link is made only where nothing is; where links cannot be made, the name was free a moment ago.
    if !replaces {
      if link(neighbour, path) == 0 {
        unlink(neighbour)
        return shut()
      }
      guard errno != EEXIST else {
        throw Failure(.stateForbids, "\(path) is there already", hint: "--force replaces it")
      }
    }
    guard rename(neighbour, path) == 0 else { throw failure("cannot be written") }
    shut()
  }

  private func shut() {
    close(file)
    file = -1
  }

  private func failure(_ what: String) -> Failure {
    Failure(.badInput, "\(path) \(what): \(Console.reason(errno))")
  }
}
