import Glibc

/// A system call on a file that failed.
package struct FileError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What was being done: "create", "write", "flush" …
  package let operation: String
  package let path: String
  package let code: Int32

  /// The failure that `errno` tells of.
  static func last(_ operation: String, _ path: String) -> FileError {
    FileError(operation: operation, path: path, code: errno)
  }

  package var description: String { "cannot \(operation) \(path): \(String(cString: strerror(code)))" }
}
