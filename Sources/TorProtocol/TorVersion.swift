/// A version of tor, as `tor --version`, PROTOCOLINFO and GETINFO version write it: `0.4.9.11`, `0.4.9.2-alpha`.
package struct TorVersion: Sendable, Equatable, Comparable, CustomStringConvertible {
  /// Major, minor, micro and patch level.
  package let numbers: [Int]
  /// What follows a dash: `alpha`, `rc`, `dev`; empty for a release.
  package let tag: String

  /// Reads the first word of `text`.
  package init?(_ text: String) {
    guard let word = text.split(separator: " ").first else { return nil }
    let halves = word.split(separator: "-", maxSplits: 1)
    guard let dotted = halves.first else { return nil }
    let parts = dotted.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 4, parts.allSatisfy({ ($0 ?? -1) >= 0 }) else { return nil }
    numbers = parts.compactMap(\.self)
    tag = halves.count > 1 ? String(halves[1]) : ""
  }

  private init(_ numbers: Int...) {
    self.numbers = numbers
    tag = ""
  }

  package var description: String {
    numbers.map { String($0) }.joined(separator: ".") + (tag.isEmpty ? "" : "-" + tag)
  }

  /// By numbers; the tag does not order.
  package static func < (a: TorVersion, b: TorVersion) -> Bool { a.numbers.lexicographicallyPrecedes(b.numbers) }

  /// The oldest tor that the node works with: vanguards-lite and `ExtendedErrors` are settled there.
  package static let minimum = TorVersion(0, 4, 7, 0)
  /// The first tor whose ADD_ONION takes the proof-of-work keywords.
  package static let proofOfWork = TorVersion(0, 4, 9, 2)
  /// The first tor with the fixes for the rendezvous race (#41297) and the proof-of-work crash (TROVE-2026-020).
  package static let secure = TorVersion(0, 4, 9, 11)

  /// What a person should know about running this tor, or nil when nothing.
  package var warning: String? {
    if self < .minimum {
      return "tor \(self) is too old; the node needs \(TorVersion.minimum) or later. Upgrade the tor package."
    }
    if self < .secure {
      return "tor \(self) lacks security fixes for onion services (\(TorVersion.secure)). Upgrade the tor package."
    }
    return nil
  }
}
