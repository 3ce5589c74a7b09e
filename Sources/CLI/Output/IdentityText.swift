import Bytes
import ControlAPI

/// An identity for people.
enum IdentityText {
  static func lines(_ identity: IdentityView) -> [String] {
    let rows = [
      identity.username.map { ("name", Printable.escape($0)) }, ("prefix", identity.prefix),
      ("peer ID", identity.peerID), ("node ID", identity.nodeID), ("address", identity.address),
      ("safety number", identity.safetyNumber), ("link", identity.link),
    ]
    return rows.compactMap(\.self).map { Columns.row($0.0, $0.1, width: 13) }
  }
}
