import Glibc

/// The text of an errno value.
func errnoText(_ code: Int32) -> String {
  guard let text = strerror(code) else { return "error \(code)" }
  return String(cString: text)
}

/// The few file operations that the network needs, with typed errors.
enum Files {
  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  static func read(_ path: String) throws(TestNetworkError) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw .file(path: path, errno: errno) }
    defer { close(file) }
    var content: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = Glibc.read(file, &chunk, chunk.count)
      guard count >= 0 else { throw .file(path: path, errno: errno) }
      if count == 0 { return content }
      content += chunk[..<count]
    }
  }

  static func text(_ path: String) throws(TestNetworkError) -> String {
    String(decoding: try read(path), as: UTF8.self)
  }

  /// Writes beside the path and renames, so that a reader sees the old or the new content.
  static func write(_ path: String, _ text: String) throws(TestNetworkError) {
    try write(path, Array(text.utf8))
  }

  static func write(_ path: String, _ content: [UInt8]) throws(TestNetworkError) {
    let beside = path + ".new"
    let file = open(beside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw .file(path: beside, errno: errno) }
    var rest = content[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      guard count > 0 else {
        let code = errno
        close(file)
        throw .file(path: beside, errno: code)
      }
      rest = rest.dropFirst(count)
    }
    close(file)
    guard rename(beside, path) == 0 else { throw .file(path: path, errno: errno) }
  }

  /// Makes the folder and those above it, for the owner only.
  static func makeFolder(_ path: String) throws(TestNetworkError) {
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    let code = errno
    guard code == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex else {
      throw .file(path: path, errno: code)
    }
    try makeFolder(String(path[..<slash]))
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .file(path: path, errno: errno) }
  }

  /// The names inside a folder, sorted; none when it cannot be read.
  static func names(in folder: String) -> [String] {
    guard let listing = opendir(folder) else { return [] }
    defer { closedir(listing) }
    var names: [String] = []
    while let entry = readdir(listing) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// Copies the plain files of one folder into another.
  static func copyFiles(from: String, to: String) throws(TestNetworkError) {
    try makeFolder(to)
    for name in names(in: from) { try write("\(to)/\(name)", try read("\(from)/\(name)")) }
  }

  /// Removes a file or a whole folder; a missing one is fine.
  static func remove(_ path: String) {
    if unlink(path) == 0 { return }
    for name in names(in: path) { remove("\(path)/\(name)") }
    rmdir(path)
  }
}
