import Glibc

/// Where relative paths of a command line begin.
enum WorkingDirectory {
  static var path: String {
    guard let path = getcwd(nil, 0) else { return "" }
    defer { free(path) }
    return String(cString: path)
  }

  static func absolute(_ path: String) -> String { path.hasPrefix("/") ? path : "\(self.path)/\(path)" }
}
