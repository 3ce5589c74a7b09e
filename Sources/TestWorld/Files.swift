import Glibc

/// Whole files, for tests that damage them.
package enum Files {
  package enum Failure: Error { case refused(errno: Int32) }

  /// The bytes of a file.
  package static func read(_ path: String) throws -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw Failure.refused(errno: errno) }
    defer { close(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.read(file, &chunk, chunk.count)
      guard count >= 0 else { throw Failure.refused(errno: errno) }
      if count == 0 { return bytes }
      bytes += chunk.prefix(count)
    }
  }

  /// Replaces the bytes of a file, or makes it with this mode.
  package static func write(_ bytes: [UInt8], to path: String, mode: UInt32 = 0o600) throws {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
    guard file >= 0 else { throw Failure.refused(errno: errno) }
    defer { close(file) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      guard count > 0 else { throw Failure.refused(errno: errno) }
      rest = rest.dropFirst(count)
    }
  }
}
