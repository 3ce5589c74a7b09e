/// One step of the schema. Once released, a step is never changed: the next change is the next step.
package struct Migration: Sendable {
  package let name: String
  /// SQL statements, separated by semicolons.
  package let script: String

  package init(_ name: String, _ script: String) {
    self.name = name
    self.script = script
  }
}

/// Why the schema could not be brought up to date; the file is as the last finished step left it.
package enum MigrationError: Error, Equatable {
  /// The file was made by a newer version of this program, which knows `found` steps where this one knows `known`.
  case newerSchema(found: Int, known: Int)
  case failed(step: String, DatabaseError)
}

extension MigrationError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .newerSchema(let found, let known):
      "the database was made by a newer version (schema \(found), this version knows \(known)): install that "
        + "version or newer; nothing was changed"
    case .failed(let step, let error): "the schema step '\(step)' failed: \(error)"
    }
  }
}

extension Database {
  /// How many steps the file has had.
  package func schemaVersion() throws(DatabaseError) -> Int {
    Int(try first("PRAGMA user_version") { $0.integer(0) } ?? 0)
  }

  /// Runs the steps that the file has not had, in order, each in a transaction that also counts it.
  ///
  /// - Returns: the names of the steps that were run.
  @discardableResult
  package func migrate(_ steps: [Migration]) throws(MigrationError) -> [String] {
    let found: Int
    do throws(DatabaseError) { found = try schemaVersion() } catch { throw .failed(step: "read version", error) }
    guard found >= 0, found <= steps.count else { throw .newerSchema(found: found, known: steps.count) }
    for (index, step) in steps.enumerated().dropFirst(found) {
      do throws(DatabaseError) {
        try transaction { () throws(DatabaseError) in
          try runScript(step.script)
          try run("PRAGMA user_version = \(index + 1)")
        }
      } catch {
        throw .failed(step: step.name, error)
      }
    }
    return steps.dropFirst(found).map(\.name)
  }
}
