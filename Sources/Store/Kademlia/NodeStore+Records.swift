package import Kademlia
import SQLite
package import Wire
package import World

/// The DHT's records, in order of identifier. They are public, so they stand in plain; what is read is checked again.
extension NodeStore: RecordStore {
  package func record(of nodeID: NodeID, at now: Timestamp) throws(RecordStoreError) -> BundleRecord? {
    if let known = recordCache[nodeID] { return known.expiresAt > now ? known : nil }
    let rows = try records("node_id = ?", [.blob(nodeID.bytes)], limit: 1, at: now)
    return rows.first
  }

  package func records(
    matching prefix: PeerPrefix, limit: Int, at now: Timestamp
  ) throws(RecordStoreError) -> [BundleRecord] {
    let range: [Value] = [.blob(prefix.lowestNodeID.bytes), .blob(prefix.highestNodeID.bytes)]
    return try records("node_id BETWEEN ? AND ?", range, limit: limit, at: now)
  }

  package func records(
    after nodeID: NodeID?, limit: Int, at now: Timestamp
  ) throws(RecordStoreError) -> [BundleRecord] {
    try records("node_id > ?", [.blob(nodeID?.bytes ?? [])], limit: limit, at: now)
  }

  package func put(_ record: BundleRecord) throws(RecordStoreError) {
    let (held, size) = (recordCache.count, recordCache.bytes)
    let nodeID = Value.blob(record.nodeID.bytes)
    let json = Payload.encode(record.bundle)
    try failing { () throws(StoreError) in
      let former = try length(of: record.nodeID)
      try write(
        """
        INSERT INTO dht_records (node_id, received_at, expires_at, bundle) VALUES (?, ?, ?, ?)
        ON CONFLICT (node_id) DO UPDATE SET
          received_at = excluded.received_at, expires_at = excluded.expires_at, bundle = excluded.bundle
        """,
        [
          nodeID, .integer(record.receivedAt.milliseconds), .integer(record.expiresAt.milliseconds),
          .blob(json),
        ])
      recordCache.count = held.map { former == nil ? $0 + 1 : $0 }
      recordCache.bytes = size.map { $0 - (former ?? 0) + json.count }
    }
    recordCache.keep(record, length: json.count)
  }

  package func remove(_ nodeID: NodeID) throws(RecordStoreError) {
    try failing { () throws(StoreError) in
      let (held, former) = (recordCache.bytes, try length(of: nodeID))
      recordCache.drop(nodeID)
      try write("DELETE FROM dht_records WHERE node_id = ?", [.blob(nodeID.bytes)])
      recordCache.count = recordCache.count.map { $0 - changes }
      recordCache.bytes = held.map { $0 - (former ?? 0) }
    }
  }

  package func expire(at now: Timestamp) throws(RecordStoreError) -> Int {
    try failing { () throws(StoreError) in
      let (due, time) = ("FROM dht_records WHERE expires_at <= ?", Value.integer(now.milliseconds))
      // A sweep that finds nothing must not begin a transaction.
      guard try first("SELECT 1 \(due) LIMIT 1", [time], { $0.integer(0) }) != nil else { return 0 }
      try write("DELETE \(due)", [time])
      recordCache = RecordCache()
      return changes
    }
  }

  package func count() throws(RecordStoreError) -> Int {
    if let known = recordCache.count { return known }
    let count = try failing { () throws(StoreError) in Int(try number("SELECT count(*) FROM dht_records")) }
    recordCache.count = count
    return count
  }

  package func bytes() throws(RecordStoreError) -> Int {
    if let known = recordCache.bytes { return known }
    let bytes = try failing { () throws(StoreError) in Int(try recordBytes()) }
    recordCache.bytes = bytes
    return bytes
  }

  package func hasRoom() throws(RecordStoreError) -> Bool {
    try failing { () throws(StoreError) in try hasRoomForOthers() }
  }

  /// The bytes of the record that an identity has; nil when it has none.
  private func length(of nodeID: NodeID) throws(StoreError) -> Int? {
    if let known = recordCache.length(of: nodeID) { return known }
    return try first("SELECT length(bundle) FROM dht_records WHERE node_id = ?", [.blob(nodeID.bytes)]) {
      Int($0.integer(0))
    }
  }

  /// The identifier nearest to the complement, found by halving: the least and the greatest identifier of a range
  /// differ first in the bit that splits it, and the half that agrees with the complement there is never empty.
  package func farthest(from nodeID: NodeID) throws(RecordStoreError) -> NodeID? {
    var low = [UInt8](repeating: 0x00, count: 32)
    var high = [UInt8](repeating: 0xff, count: 32)
    let away = nodeID.bytes.map { ~$0 }
    while true {
      guard let (least, greatest) = try ends(low, high) else { return nil }
      guard let byte = least.indices.first(where: { least[$0] != greatest[$0] }) else {
        return NodeID(bytes: least)
      }
      let bit = UInt8(0x80) >> UInt8((least[byte] ^ greatest[byte]).leadingZeroBitCount)
      let shared = ~(bit | (bit - 1))
      let tail = 32 - byte - 1
      if away[byte] & bit != 0 {
        low = greatest[..<byte] + [greatest[byte] & shared | bit] + [UInt8](repeating: 0x00, count: tail)
        high = greatest
      } else {
        low = least
        high = least[..<byte] + [least[byte] & shared | (bit - 1)] + [UInt8](repeating: 0xff, count: tail)
      }
    }
  }

  /// The least and the greatest identifier of a range.
  private func ends(_ low: [UInt8], _ high: [UInt8]) throws(RecordStoreError) -> (
    least: [UInt8], greatest: [UInt8]
  )? {
    func end(_ order: String) throws(StoreError) -> [UInt8]? {
      try first(
        "SELECT node_id FROM dht_records WHERE node_id BETWEEN ? AND ? ORDER BY node_id \(order) LIMIT 1",
        [.blob(low), .blob(high)]
      ) { $0.blob(0) }
    }
    return try failing { () throws(StoreError) in
      guard let least = try end("ASC"), let greatest = try end("DESC"), least.count == 32, greatest.count == 32
      else { return nil }
      return (least, greatest)
    }
  }

  /// The records of some rows that are in force. Rows that fail the check are dropped.
  private func records(
    _ condition: String, _ arguments: [Value], limit: Int, at now: Timestamp
  ) throws(RecordStoreError) -> [BundleRecord] {
    try failing { () throws(StoreError) in
      let rows = try query(
        """
        SELECT node_id, received_at, expires_at, bundle FROM dht_records WHERE \(condition) AND expires_at > ?
        ORDER BY node_id LIMIT ?
        """, arguments + [.integer(now.milliseconds), .integer(Int64(limit))]
      ) { ($0.blob(0), $0.integer(1), $0.integer(2), $0.blob(3)) }
      var found: [BundleRecord] = []
      for (id, received, expires, bundle) in rows {
        if let known = NodeID(bytes: id).flatMap({ recordCache[$0] }) {
          found.append(known)
        } else if let record = checked(id, received: received, expires: expires, bundle: bundle, at: now) {
          recordCache.keep(record, length: bundle.count)
          found.append(record)
        } else {
          try write("DELETE FROM dht_records WHERE node_id = ?", [.blob(id)])
          recordCache.count = nil
          recordCache.bytes = nil
        }
      }
      return found
    }
  }

  private func checked(
    _ id: [UInt8], received: Int64, expires: Int64, bundle: [UInt8], at now: Timestamp
  ) -> BundleRecord? {
    guard let nodeID = NodeID(bytes: id), let bundle = try? Payload.decode(PreKeyBundle.self, from: bundle)
    else { return nil }
    return try? BundleRecord(
      checking: bundle, key: nodeID, expiresAt: Timestamp(milliseconds: expires),
      receivedAt: Timestamp(milliseconds: received), at: now)
  }

  private func failing<T>(_ body: () throws(StoreError) -> T) throws(RecordStoreError) -> T {
    do throws(StoreError) { return try body() } catch { throw .failed(error.description) }
  }
}

extension NodeStore {
  /// The bytes that all records take.
  package func recordBytes() throws(StoreError) -> Int64 {
    try number("SELECT coalesce(sum(length(bundle)), 0) FROM dht_records")
  }
}
