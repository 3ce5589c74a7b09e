package import Wire

/// Whom an envelope names: the beginning of a node ID.
package enum RelayTarget {
  /// Whether `text` has the form of a name: 16, 32 or 64 lower-case hexadecimal digits.
  package static func isValid(_ text: String) -> Bool {
    [16, 32, 64].contains(text.utf8.count) && PeerPrefix(text)?.hex == text
  }

  /// Whether `text`, which is valid, names this node.
  package static func names(_ text: String, _ node: NodeID) -> Bool { node.hex.hasPrefix(text) }

  /// The point of the identifier space that an envelope for `text` travels to.
  package static func point(_ text: String) -> NodeID? { PeerPrefix(text)?.lowestNodeID }
}

extension NodeID {
  /// Whether this identifier is nearer to `point` than `other` is, by XOR.
  package func isNearer(to point: NodeID, than other: NodeID) -> Bool { xor(point) < other.xor(point) }

  func xor(_ other: NodeID) -> (UInt64, UInt64, UInt64, UInt64) {
    let (a, b) = (words, other.words)
    return (a.0 ^ b.0, a.1 ^ b.1, a.2 ^ b.2, a.3 ^ b.3)
  }
}
