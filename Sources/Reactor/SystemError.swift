import Glibc

/// A system call that failed: which one, and why.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was tried, as in "connect".
  package let operation: String
  /// The `errno` value.
  package let code: Int32

  package init(_ operation: String, code: Int32) {
    self.operation = operation
    self.code = code
  }

  /// The error that the last system call of this thread left in `errno`.
  static func last(_ operation: String) -> SystemError { SystemError(operation, code: errno) }

  package var description: String { "\(operation): \(reason)" }

  /// The system's words for the code, as in "Connection refused".
  package var reason: String { String(cString: strerror(code)) }
}
