import Bytes

/// The beginning of a node ID, 8 to 64 hexadecimal digits: what people type and what `peerIDPrefix` carries.
/// Shorter ones would match strangers by chance; 16 digits are the canonical length.
package struct PeerPrefix: Hashable, Sendable {
  package static let lengths = 8...64

  /// The digits, lower case.
  package let hex: String

  /// From 8 to 64 hexadecimal digits in either case, or nil.
  package init?(_ text: some StringProtocol) {
    let digits = text.utf8
    guard PeerPrefix.lengths.contains(digits.count), digits.allSatisfy({ Hex.value($0) != nil }) else { return nil }
    hex = text.lowercased()
  }

  /// Whether the node ID begins with these digits.
  package func matches(_ id: NodeID) -> Bool { id.hex.hasPrefix(hex) }

  /// The lowest identifier with this prefix: where a lookup by prefix is routed.
  package var lowestNodeID: NodeID { padded(with: "0") }

  /// The highest identifier with this prefix: the end of the range that a store scans.
  package var highestNodeID: NodeID { padded(with: "f") }

  /// The whole identifier, when all 64 digits are given.
  package var nodeID: NodeID? { hex.utf8.count == 64 ? lowestNodeID : nil }

  private func padded(with digit: Character) -> NodeID {
    guard let id = NodeID(hex: hex + String(repeating: digit, count: 64 - hex.utf8.count)) else {
      preconditionFailure("a prefix holds hexadecimal digits only")
    }
    return id
  }
}
