package import Wire

/// What one person's screen shows for another to scan: `sophaxchat://verify?id=<own node ID>&peer=<the other's>`. It names
/// both, so that a code shown to somebody else proves nothing.
package struct VerificationCode: Hashable, Sendable {
  static let beginning = "sophaxchat://verify?"

  /// Whose screen shows it.
  package let owner: NodeID
  /// For whom it is shown.
  package let other: NodeID

  package init(owner: NodeID, other: NodeID) {
    self.owner = owner
    self.other = other
  }

  /// From text that a person scanned.
  package init?(_ text: String) {
    guard text.lowercased().hasPrefix(Self.beginning) else { return nil }
    var fields: [Substring: Substring] = [:]
    for pair in text.dropFirst(Self.beginning.count).split(separator: "&") {
      let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard halves.count == 2, fields.updateValue(halves[1], forKey: halves[0]) == nil else { return nil }
    }
    guard let owner = fields["id"].flatMap({ NodeID(hex: String($0)) }),
      let other = fields["peer"].flatMap({ NodeID(hex: String($0)) })
    else { return nil }
    self.init(owner: owner, other: other)
  }

  package var text: String { "\(Self.beginning)id=\(owner.hex)&peer=\(other.hex)" }
}
