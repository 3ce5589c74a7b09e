import Glibc

/// The words that this process was called with, as the kernel has them.
enum CommandLineFile {
  private static let path = "/proc/self/cmdline"

  /// Each ends with a zero byte there. None when the file cannot be read.
  static var words: [[UInt8]] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return [] }
    defer { close(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(file, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      bytes += chunk.prefix(count)
    }
    return bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast().map(Array.init)
  }
}
