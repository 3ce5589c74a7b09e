import Bytes
import E2EE
import Wire

/// What a user may call a contact: a word that means this contact and nothing else.
package enum ContactName {
  /// What the conversation with oneself is called.
  package static let own = "self"
  /// As on the wire.
  static let maximumCharacters = WireLimits.usernameCharacters
  /// The fewest digits of a node ID that are taken for its beginning: of 10,000 contacts, two in seven share three
  /// digits with another one, and few four.
  package static let shortestBeginning = 4

  /// The name without white space around it.
  static func checked(_ name: String) throws(ChatError) -> String {
    guard name.contains(where: { !$0.isWhitespace }) else { throw .nameBlank }
    guard let name = Username.normalized(name) else { throw .nameTooLong(limit: maximumCharacters) }
    guard Printable.escape(name) == name else { throw .nameUnprintable }
    guard !isIdentifier(name) else { throw .nameIsIdentifier }
    guard name.lowercased() != own else { throw .nameIsOwn }
    return name
  }

  /// Whether the text would be read as the beginning of a node ID, an address or a link.
  private static func isIdentifier(_ name: String) -> Bool {
    let isBeginning = name.utf8.count >= shortestBeginning && name.utf8.allSatisfy { Hex.value($0) != nil }
    let lower = name.lowercased()
    return isBeginning || lower.hasSuffix(".onion") || lower.contains(".onion:") || lower.contains("://")
  }
}
