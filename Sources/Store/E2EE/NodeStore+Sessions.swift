import Crypto
package import E2EE
import SQLite
package import Wire

extension NodeStore: SessionStore {
  package func peerSessions(with peer: NodeID) throws(StoreError) -> PeerSessions? {
    let index = peerIndex(peer)
    return try first("SELECT state FROM sessions WHERE peer = ?", [.blob(index)]) { (row) throws(StoreError) in
      try cipher.readState(row.blob(0), at: statePlace(index)) { (bytes) throws(StateError) in
        try PeerSessions(decoding: bytes)
      }
    }
  }

  package func savePeerSessions(_ sessions: PeerSessions) throws(StoreError) {
    let index = peerIndex(sessions.peer)
    try write(
      "INSERT INTO sessions (peer, state) VALUES (?, ?) ON CONFLICT (peer) DO UPDATE SET state = excluded.state",
      [.blob(index), .blob(cipher.seal(sessions.encoded(), at: statePlace(index)))])
  }

  package func removePeerSessions(with peer: NodeID) throws(StoreError) {
    try write("DELETE FROM sessions WHERE peer = ?", [.blob(peerIndex(peer))])
  }

  private func statePlace(_ peer: [UInt8]) -> ColumnCipher.Place { .init("sessions", "state", row: .blob(peer)) }
}
