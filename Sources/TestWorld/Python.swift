/// Packages of Python that others wrote, to test and to measure against: `$SOPHAX_PYTHON`, else `python3` of the path. What
/// needs them is skipped, by name, where they are absent.
package enum Python {
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// Whether a statement, such as an import, goes through.
  package static func can(_ statement: String) -> Bool { (try? run(statement + "\nprint('true')")) != nil }

  /// Runs a script with these arguments and reads the JSON that it writes.
  package static func run(_ script: String, _ arguments: [String] = []) throws -> JSONValue {
    let directory = try TemporaryDirectory()
    defer { withExtendedLifetime(directory) {} }
    let interpreter = #"exec "${SOPHAX_PYTHON:-python3}" "$@""#
    let process = try Subprocess(
      ["/bin/sh", "-c", interpreter, "sh", "-c", script] + arguments, in: directory.path, name: "python")
    let outcome = process.wait()
    guard outcome.exitCode == 0 else { throw Failure(description: outcome.errors) }
    return try JSONValue(parsing: Array(outcome.output.utf8))
  }
}
