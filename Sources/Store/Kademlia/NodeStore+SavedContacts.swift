package import Kademlia
import SQLite
import Wire

/// The routing table of the last run, for finding the network again without seeds.
extension NodeStore {
  /// In the order they were saved in.
  package func savedContacts() throws(StoreError) -> [Contact] {
    let rows = try query("SELECT node_id, address FROM dht_contacts ORDER BY position") { ($0.blob(0), $0.text(1)) }
    return rows.compactMap { (id, address) in
      guard let nodeID = NodeID(bytes: id), let address = PeerAddress(address) else { return nil }
      return Contact(nodeID: nodeID, address: address)
    }
  }

  /// Replaces all of them, or none when it throws.
  package func saveContacts(_ contacts: [Contact]) throws(StoreError) {
    try savepoint { () throws(StoreError) in
      try write("DELETE FROM dht_contacts")
      for (position, contact) in zip(Int64(0)..., contacts) {
        try write(
          "INSERT INTO dht_contacts (position, node_id, address) VALUES (?, ?, ?)",
          [.integer(position), .blob(contact.nodeID.bytes), .text(contact.address.text)])
      }
    }
  }
}
