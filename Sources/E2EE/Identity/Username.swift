/// What a node may be called.
package enum Username {
  /// The original's limit, in characters as people count them.
  package static let maximumCount = 64

  /// The name without white space around it; nil when nothing is left or it is too long.
  package static func normalized(_ name: String) -> String? {
    let characters = name.drop { $0.isWhitespace }
    guard let last = characters.lastIndex(where: { !$0.isWhitespace }) else { return nil }
    let trimmed = String(characters[...last])
    guard trimmed.count <= maximumCount, trimmed.utf8.count <= E2EESettings.maximumUsernameBytes else { return nil }
    return trimmed
  }
}
