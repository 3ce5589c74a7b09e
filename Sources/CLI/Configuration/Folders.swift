import ControlAPI
import Glibc

/// Folders that a command needs and that a fresh user does not have yet.
enum Folders {
  /// Makes the folder that holds `path`, and those above it that are missing; for their owner alone, as the XDG text
  /// wants it.
  static func makeParent(of path: String) throws(Stop) {
    guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return }
    let folder = String(path[..<slash])
    if FileText.exists(folder) { return }
    try makeParent(of: folder)
    guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
      throw .failure(Failure(.badInput, "the folder \(folder) cannot be made: \(Console.reason(errno))"))
    }
  }
}
