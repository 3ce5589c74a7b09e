package import Chat
import SQLite
package import Wire
import World

extension NodeStore: ChatStore {
  package typealias Failure = StoreError

  /// What stands for a peer in plain columns.
  func peerIndex(_ id: NodeID) -> [UInt8] { cipher.index("peer", id.bytes) }

  package func chatContact(_ id: NodeID) throws(StoreError) -> ChatContact? {
    let peer = peerIndex(id)
    return try first("SELECT trust, card FROM contacts WHERE peer = ?", [.blob(peer)]) { (row) throws(StoreError) in
      try contact(peer: peer, trust: row.text(0), card: row.blob(1))
    }
  }

  package func chatContacts() throws(StoreError) -> [ChatContact] {
    let all = try query("SELECT peer, trust, card FROM contacts") { (row) throws(StoreError) in
      try contact(peer: row.blob(0), trust: row.text(1), card: row.blob(2))
    }
    return all.sorted { $0.nodeID < $1.nodeID }
  }

  package func countChatContacts(_ trust: ChatContact.Trust) throws(StoreError) -> Int {
    Int(try number("SELECT count(*) FROM contacts WHERE trust = ?", [.text(trust.rawValue)]))
  }

  package func saveChatContact(_ contact: ChatContact) throws(StoreError) {
    var card = CellWriter()
    card.add(contact.nodeID.bytes)
    card.add(contact.keys) { (cell, keys) in
      cell.add(keys.signingKey)
      cell.add(keys.dhKey)
    }
    card.add(contact.username) { $0.add($1) }
    card.add(contact.localName) { $0.add($1) }
    card.add(contact.address) { (cell, address) in
      cell.add(address.host)
      cell.add(Int64(address.port))
    }
    card.add(contact.addedAt)
    card.add(contact.lastSeen) { $0.add($1) }
    card.add(contact.healedAt) { $0.add($1) }
    card.add(contact.verifiedAt) { $0.add($1) }
    card.add(contact.successor) { $0.add($1.bytes) }
    card.add(contact.switches)
    card.add(contact.former) { $0.add($1.rawValue) }
    card.add(contact.takesFiles ? 1 : 0)
    let peer = peerIndex(contact.nodeID)
    let sealed = cipher.seal(card.bytes, at: cardPlace(peer))
    try write(
      "INSERT OR REPLACE INTO contacts (peer, trust, card) VALUES (?, ?, ?)",
      [.blob(peer), .text(contact.trust.rawValue), .blob(sealed)])
  }

  package func removeChatContact(_ id: NodeID) throws(StoreError) {
    let peer = Value.blob(peerIndex(id))
    try write("DELETE FROM attachments WHERE id IN (SELECT id FROM files WHERE peer = ?)", [peer])
    for table in [
      "contacts", "messages", "delivery_steps", "outbox", "receipts_owed", "notes_known", "notes_early", "drafts",
      "files",
    ] {
      try write("DELETE FROM \(table) WHERE peer = ?", [peer])
    }
  }

  private func cardPlace(_ peer: [UInt8]) -> ColumnCipher.Place { .init("contacts", "card", row: .blob(peer)) }

  private func contact(peer: [UInt8], trust: String, card: [UInt8]) throws(StoreError) -> ChatContact {
    guard let trust = ChatContact.Trust(rawValue: trust) else {
      throw .malformed(table: "contacts", column: "trust")
    }
    return try cipher.read(card, at: cardPlace(peer)) { (cell) in
      guard let id = NodeID(bytes: cell.bytes()) else { return nil }
      let keys = cell.optional { (cell) in IdentityKeys(signingKey: cell.bytes(), dhKey: cell.bytes()) }
      if let keys, keys?.nodeID != id { return nil }
      let username = cell.optional { $0.text() }
      let localName = cell.optional { $0.text() }
      let address = cell.optional { (cell) in
        PeerAddress(host: cell.text(), port: UInt16(clamping: cell.integer()))
      }
      var contact = ChatContact(
        nodeID: id, keys: keys ?? nil, username: username,
        localName: localName, trust: trust, address: address ?? nil, addedAt: cell.time(),
        lastSeen: cell.optional { $0.time() }, healedAt: cell.optional { $0.time() })
      guard !cell.isAtEnd else { return contact }
      contact.verifiedAt = cell.optional { $0.time() }
      contact.successor = cell.optional { NodeID(bytes: $0.bytes()) } ?? nil
      contact.switches = cell.switches()
      guard !cell.isAtEnd else { return contact }
      if let former = cell.optional({ ChatContact.Former(rawValue: $0.text()) }) {
        guard let former else { return nil }
        contact.former = former
      }
      if !cell.isAtEnd { contact.takesFiles = cell.integer() != 0 }
      return contact
    }
  }
}

extension CellWriter {
  fileprivate mutating func add(_ switches: ContactSwitches) {
    add(switches.receipts) { $0.add($1 ? 1 : 0) }
    add(switches.typing) { $0.add($1 ? 1 : 0) }
    add(switches.isMuted ? 1 : 0)
    add(switches.lifetime) { $0.add($1.milliseconds) }
  }
}

extension CellReader {
  fileprivate mutating func switches() -> ContactSwitches {
    ContactSwitches(
      receipts: optional { $0.integer() != 0 }, typing: optional { $0.integer() != 0 }, isMuted: integer() != 0,
      lifetime: optional { Duration.milliseconds($0.integer()) })
  }
}
