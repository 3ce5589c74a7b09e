/// What to run as a child process. The child gets this environment and nothing else of ours: no descriptor above 2,
/// no ignored or blocked signal, input from /dev/null, a process group of its own.
package struct ChildCommand: Sendable {
  /// What becomes of what the child writes.
  package enum Output: Hashable, Sendable {
    case discarded
    /// Standard output and standard error, line by line, to `ChildProcess.onLine`.
    case lines
  }

  package var executable: String
  package var arguments: [String]
  package var environment: [String: String]
  package var output: Output

  /// - Parameters:
  ///   - executable: a path; PATH is not searched.
  ///   - arguments: without the program's own name, which is `executable`.
  package init(
    _ executable: String, _ arguments: [String] = [], environment: [String: String] = [:],
    output: Output = .discarded
  ) {
    self.executable = executable
    self.arguments = arguments
    self.environment = environment
    self.output = output
  }
}
