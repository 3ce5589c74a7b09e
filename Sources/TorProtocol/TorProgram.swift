/// Where programs of the tor package may lie.
package enum TorProgram {
  /// The paths to try for `name` in order: the folders of `searchPath` (`PATH`), then the system folders that a
  /// user's PATH leaves out on Debian.
  package static func candidates(_ name: String, searchPath: String?) -> [String] {
    var folders = (searchPath ?? "").split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
    for folder in ["/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin"] where !folders.contains(folder) {
      folders.append(folder)
    }
    return folders.map { "\($0)/\(name)" }
  }
}
