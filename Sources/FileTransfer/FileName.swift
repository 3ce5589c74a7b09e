import Bytes

/// A name from outside as the name of a file here: one component of a path that no system and no terminal misreads.
package enum FileName {
  /// Bytes of a name: file systems take 255, and some room is left for a number or an ending.
  package static let maximumCount = 200
  /// What stands for a name of which nothing is left.
  static let fallback = "file"
  /// An ending longer than this is none.
  private static let longestEnding = 16
  private static let reserved: Set<String> = Set(
    ["CON", "PRN", "AUX", "NUL", "CLOCK$"]
      + (1...9).flatMap { ["COM\($0)", "LPT\($0)"] })

  /// - Parameter name: what the sender calls it, whatever it is.
  package static func sanitised(_ name: String?) -> String {
    let last = (name ?? "").split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) ?? ""
    var safe = ""
    for scalar in last.unicodeScalars { safe.unicodeScalars.append(isPlain(scalar) ? scalar : "_") }
    safe = trimmed(safe)
    let stem = safe.prefix { $0 != "." }.uppercased()
    if reserved.contains(stem) { safe = "_" + safe }
    safe = trimmed(cut(safe))
    return safe.contains { $0 != "_" } ? safe : fallback
  }

  /// Whether a scalar draws itself and means nothing to a shell's or a system's paths.
  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    if "<>:\"|?*/\\".unicodeScalars.contains(scalar) { return false }
    return scalar.value != 0x200D && Printable.escape(String(Character(scalar))) == String(Character(scalar))
  }

  /// Without what hides a file, makes it look like an option, or is lost on the way.
  private static func trimmed(_ name: String) -> String {
    var rest = name[...]
    while let first = rest.first, first == "." || first == "-" || first == "~" || first.isWhitespace {
      rest = rest.dropFirst()
    }
    while let last = rest.last, last == "." || last.isWhitespace { rest = rest.dropLast() }
    return String(rest)
  }

  /// Short enough, its ending kept.
  private static func cut(_ name: String) -> String {
    guard name.utf8.count > maximumCount else { return name }
    let ending = name.lastIndex(of: ".").map { String(name[$0...]) } ?? ""
    let kept = ending.utf8.count <= longestEnding ? ending : ""
    var stem = ""
    var count = kept.utf8.count
    for scalar in name.unicodeScalars {
      count += scalar.utf8.count
      guard count <= maximumCount else { break }
      stem.unicodeScalars.append(scalar)
    }
    return stem + kept
  }
}
