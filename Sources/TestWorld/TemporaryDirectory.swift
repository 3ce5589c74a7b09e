import Glibc

/// A directory of one test's own, removed with all that is in it when the test lets go of it.
package final class TemporaryDirectory: Sendable {
  package let path: String

  package enum Failure: Error { case notMade(errno: Int32) }

  package init() throws {
    var template = Array("/tmp/sophax-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Failure.notMade(errno: errno) }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit { Self.removeTree(path) }

  /// The path of a name in the directory.
  package func file(_ name: String) -> String { path + "/" + name }

  private static func removeTree(_ path: String) {
    chmod(path, 0o700)
    if let listing = opendir(path) {
      while let entry = readdir(listing) {
        let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
          String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        guard name != ".", name != ".." else { continue }
        if entry.pointee.d_type == UInt8(DT_DIR) {
          removeTree(path + "/" + name)
        } else {
          unlink(path + "/" + name)
        }
      }
      closedir(listing)
    }
    rmdir(path)
  }
}
