import Glibc

/// The third-party and application test vectors: under `$SOPHAX_VECTORS`, or `../shared/vectors` beside the package.
/// They are not part of the package; tests that need them are skipped, by name, where they are absent.
package enum Vectors {
  /// Whether the file is here; the condition of a test that needs it.
  package static func has(_ name: String) -> Bool { access(path(name), R_OK) == 0 }

  /// The bytes of a vector file, named from the vectors folder: `app/wire_messages.json`.
  package static func bytes(_ name: String) throws -> [UInt8] { try Files.read(path(name)) }

  /// A vector file as a JSON value.
  package static func json(_ name: String) throws -> JSONValue { try JSONValue(parsing: bytes(name)) }

  private static func path(_ name: String) -> String { root + "/" + name }

  private static let root: String = {
    if let folder = getenv("SOPHAX_VECTORS") { return String(cString: folder) }
    // Sources/TestWorld/Vectors.swift → the package → its siblings: a work tree may lie one folder deeper.
    let package = #filePath.split(separator: "/").dropLast(3)
    for levels in 1...2 {
      let candidate = "/" + package.dropLast(levels).joined(separator: "/") + "/shared/vectors"
      if access(candidate, R_OK) == 0 { return candidate }
    }
    return "/" + package.dropLast().joined(separator: "/") + "/shared/vectors"
  }()
}
