import Wire

/// What a node may be called.
package enum Username {
  /// The name without white space around it; nil when nothing is left or it is longer than a bundle may say.
  package static func normalized(_ name: String) -> String? {
    let scalars = name.unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return nil }
    let trimmed = String(scalars[first...last])
    guard trimmed.count <= WireLimits.usernameCharacters, trimmed.utf8.count <= WireLimits.usernameBytes else {
      return nil
    }
    return trimmed
  }
}
