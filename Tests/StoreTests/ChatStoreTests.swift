import Chat
import SQLite
import TestWorld
import Testing
import Wire
import World

@testable import Store

@Suite struct ChatStoreTests {
  let test: TestVault
  let store: NodeStore

  init() throws {
    test = try TestVault()
    store = try test.created()
  }

  // MARK: Contacts

  @Test(arguments: ChatContact.Trust.allCases) func contactComesBackWhole(_ trust: ChatContact.Trust) throws {
    let full = Sample.contact(1, trust)
    let bare = ChatContact(nodeID: Sample.peer(2), trust: trust, addedAt: Sample.time(5))
    try store.saveChatContact(full)
    try store.saveChatContact(bare)
    #expect(try store.chatContact(full.nodeID) == full)
    #expect(try store.chatContact(bare.nodeID) == bare)
    #expect(try store.chatContact(Sample.peer(3)) == nil)
    #expect(try store.chatContacts() == [full, bare].sorted { $0.nodeID < $1.nodeID })
    #expect(try store.countChatContacts(trust) == 2)
  }

  @Test(arguments: ChatContact.Former.allCases) func whatABlockedOneWasIsKept(_ former: ChatContact.Former) throws {
    var contact = Sample.contact(1, .blocked)
    contact.former = former
    try store.saveChatContact(contact)
    #expect(try store.chatContact(contact.nodeID) == contact)
  }

  @Test func savingReplaces() throws {
    var contact = Sample.contact(1, .requested)
    try store.saveChatContact(contact)
    contact.trust = .blocked
    contact.localName = nil
    try store.saveChatContact(contact)
    #expect(try store.chatContacts() == [contact])
    #expect(try store.countChatContacts(.requested) == 0)
  }

  @Test func removedContactTakesItsMessagesAlong() throws {
    for seed: UInt8 in [1, 2] {
      let key = Sample.key(seed, "m")
      try store.saveChatContact(Sample.contact(seed))
      try store.insertMessage(Sample.message(key))
      try store.saveDeliveryStep(step(.queued), at: 0, of: key)
      try store.saveOutboxEntry(OutboxEntry(peer: key.peer, id: key.id, sequence: 1))
    }
    try store.removeChatContact(Sample.peer(1))
    try store.removeChatContact(Sample.peer(9))
    #expect(try store.chatContacts().map(\.nodeID) == [Sample.peer(2)])
    #expect(try store.countMessages(with: Sample.peer(1)) == 0)
    #expect(try store.deliverySteps(of: Sample.key(1, "m")).isEmpty)
    #expect(try store.outboxPeers() == [Sample.peer(2)])
    #expect(try store.countMessages(with: Sample.peer(2)) == 1)
    #expect(try store.deliverySteps(of: Sample.key(2, "m")).count == 1)
  }

  // MARK: Messages

  static let states: [DeliveryState] =
    [.queued, .sent, .relayed, .delivered, .read] + FailureReason.allCases.map(DeliveryState.failed)

  @Test(arguments: states) func messageComesBackWhole(_ state: DeliveryState) throws {
    for direction in Direction.allCases {
      let message = Sample.message(
        Sample.key(1, "an-id", direction == .sent ? .sent : .received), body: "Grüße\n🧅\0", position: .max,
        sequence: -3, state: state)
      try store.insertMessage(message)
      #expect(try store.message(message.key) == message)
    }
    #expect(try store.message(Sample.key(2, "an-id")) == nil)
  }

  @Test func sameIDOfTwoPeersAndDirectionsIsFourMessages() throws {
    for seed: UInt8 in [1, 2] {
      for direction in Direction.allCases {
        try store.insertMessage(Sample.message(Sample.key(seed, "x", direction), body: "\(seed) \(direction)"))
      }
    }
    #expect(try store.message(Sample.key(2, "x", .received))?.body == "2 received")
    #expect(throws: StoreError.self) { try store.insertMessage(Sample.message(Sample.key(1, "x"))) }
  }

  @Test func sentMessageIsFoundByItsIDAlone() throws {
    try store.insertMessage(Sample.message(Sample.key(1, "x", .received)))
    #expect(try store.sentMessage(MessageID("x")!) == nil)
    try store.insertMessage(Sample.message(Sample.key(2, "x", .sent)))
    #expect(try store.sentMessage(MessageID("x")!)?.peer == Sample.peer(2))
  }

  @Test func messagesAreFoundByTheBeginningOfTheirID() throws {
    for (peer, id, direction) in [(1, "ABCD-1", .sent), (2, "abcd-2", .received), (1, "ABC-3", .sent)]
      as [(UInt8, String, Direction)]
    {
      try store.insertMessage(Sample.message(Sample.key(peer, id, direction)))
    }
    let found = { (text: String, limit: Int) in
      try store.messages(named: text, amongNewest: limit).map(\.id.text)
    }
    #expect(try found("abcd", 10) == ["abcd-2", "ABCD-1"])
    #expect(try found("ABCD", 2) == ["abcd-2"])
    #expect(try found("ABC-3", 10) == ["ABC-3"])
    #expect(try found("x", 10).isEmpty)
  }

  @Test func stateChangesAlone() throws {
    let message = Sample.message(Sample.key(1, "x"))
    try store.insertMessage(message)
    try store.insertMessage(Sample.message(Sample.key(1, "x", .received)))
    try store.setState(.failed(.cancelled), of: message.key)
    #expect(try store.message(message.key)?.state == .failed(.cancelled))
    #expect(try store.message(message.key)?.body == message.body)
    #expect(try store.message(Sample.key(1, "x", .received))?.state == .queued)
  }

  @Test func historyPagesBackwardsByPlace() throws {
    let places: [(Int64, Int64)] = [(1, 1), (2, 0), (2, 1), (2, 2), (5, 0)]
    for (index, place) in places.enumerated().shuffled() {
      let key = Sample.key(1, "m\(index)", index % 2 == 0 ? .sent : .received)
      try store.insertMessage(Sample.message(key, position: place.0, sequence: place.1))
    }
    try store.insertMessage(Sample.message(Sample.key(2, "other"), position: 3))
    func page(_ place: HistoryPlace?, _ limit: Int) throws -> [String] {
      try store.messages(with: Sample.peer(1), before: place, limit: limit).map(\.id.text)
    }
    #expect(try page(nil, 2) == ["m4", "m3"])
    #expect(try page(HistoryPlace(position: 2, sequence: 2), 2) == ["m2", "m1"])
    #expect(try page(HistoryPlace(position: 2, sequence: 0), 9) == ["m0"])
    #expect(try page(HistoryPlace(position: 1, sequence: 1), 9) == [])
    #expect(try page(nil, 0) == [])
  }

  @Test func positionsAndSequences() throws {
    let peer = Sample.peer(1)
    #expect(try store.lastPosition(with: peer) == 0)
    #expect(try store.lastSequence(to: peer) == 0)
    #expect(try store.position(afterSequence: 0, from: peer) == nil)
    for (id, position, sequence) in [("a", 10, 5), ("b", 20, 7), ("c", 15, 9)] as [(String, Int64, Int64)] {
      try store.insertMessage(Sample.message(Sample.key(1, id, .received), position: position, sequence: sequence))
    }
    try store.insertMessage(Sample.message(Sample.key(1, "d"), position: 30, sequence: 4))
    #expect(try store.lastPosition(with: peer) == 30)
    #expect(try store.lastSequence(to: peer) == 4)
    #expect(try store.position(afterSequence: 5, from: peer) == 15)
    #expect(try store.position(afterSequence: 9, from: peer) == nil)
    #expect(try store.countMessages(with: peer) == 4)
  }

  // MARK: Traces

  func step(_ kind: DeliveryStep.Kind, evidence: String = "as seen") -> DeliveryStep {
    DeliveryStep(kind: kind, firstAt: Sample.time(1), lastAt: Sample.time(2), times: 3, evidence: evidence)
  }

  @Test func stepsComeBackInOrder() throws {
    let key = Sample.key(1, "x")
    let steps = DeliveryStep.Kind.allCases.map { step($0) }
    for (index, step) in steps.enumerated().reversed() { try store.saveDeliveryStep(step, at: index, of: key) }
    #expect(try store.deliverySteps(of: key) == steps)
    try store.saveDeliveryStep(step(.sent, evidence: "again"), at: 1, of: key)
    #expect(try store.deliverySteps(of: key)[1] == step(.sent, evidence: "again"))
    #expect(try store.deliverySteps(of: Sample.key(1, "y")).isEmpty)
  }

  // MARK: Outbox

  @Test func outboxEntryComesBackWhole() throws {
    let id = MessageID("x")!
    var entry = OutboxEntry(peer: Sample.peer(1), id: id, sequence: 4)
    try store.saveOutboxEntry(entry)
    #expect(try store.outboxEntry(id, of: entry.peer) == entry)
    for form in OutboxCiphertext.Form.allCases {
      entry.ciphertext = OutboxCiphertext(form: form, payload: [1, 2, 3], sessionID: [9])
      try store.saveOutboxEntry(entry)
      #expect(try store.outboxEntry(id, of: entry.peer) == entry)
    }
    #expect(try store.countOutbox(of: nil) == 1)
    try store.removeOutboxEntry(id, of: entry.peer)
    #expect(try store.outboxEntry(id, of: entry.peer) == nil)
  }

  @Test func outboxPagesBySequence() throws {
    for seed: UInt8 in [3, 1, 2] {
      for sequence: Int64 in [5, 1, 3] {
        try store.saveOutboxEntry(
          OutboxEntry(peer: Sample.peer(seed), id: MessageID("m\(sequence)")!, sequence: sequence))
      }
    }
    #expect(try store.outboxPeers() == [1, 2, 3].map(Sample.peer).sorted())
    let peer = Sample.peer(2)
    #expect(try store.outbox(of: peer, after: 0, limit: 2).map(\.sequence) == [1, 3])
    #expect(try store.outbox(of: peer, after: 3, limit: 2).map(\.sequence) == [5])
    #expect(try store.countOutbox(of: peer) == 3)
    #expect(try store.countOutbox(of: nil) == 9)
    #expect(try store.countOutbox(of: Sample.peer(9)) == 0)
  }

  // MARK: At rest

  @Test func nothingPrivateIsInTheFiles() throws {
    let contact = Sample.contact(1)
    let key = Sample.key(1, "6F9619FF-8B86-D011-B42D-00C04FC964FF")
    try store.saveChatContact(contact)
    try store.insertMessage(Sample.message(key, body: "meet me at the old mill"))
    try store.saveDeliveryStep(step(.queued, evidence: "in the box"), at: 0, of: key)
    let ciphertext = OutboxCiphertext(form: .message, payload: Array("sealed payload".utf8), sessionID: [])
    try store.saveOutboxEntry(OutboxEntry(peer: key.peer, id: key.id, sequence: 1, ciphertext: ciphertext))
    _ = try store.appendEvent(
      .messageState, peer: key.peer, message: key, state: .sent, contact: nil, at: Sample.time(1))
    try store.commitTurn()
    let secrets: [[UInt8]] = [
      key.peer.bytes, Array(key.peer.hex.utf8), contact.keys!.signingKey, Array("Ada 1".utf8), Array("Löwe".utf8),
      Array("127.0.0.1".utf8), Array("old mill".utf8), Array("in the box".utf8), Array("sealed payload".utf8),
      Array(key.id.text.utf8),
    ]
    #expect(try store.faults() == [])
    for name in ["sophax.db", "sophax.db-wal"] {
      let bytes = try Files.read(test.path + "/" + name)
      for secret in secrets { #expect(!bytes.contains(secret), "\(String(decoding: secret, as: UTF8.self))") }
    }
  }

  /// A card or a text put into another row by somebody who can write the file.
  @Test func cellsOfOtherRowsAreRefused() throws {
    try store.saveChatContact(Sample.contact(1))
    try store.saveChatContact(Sample.contact(2))
    for id in ["x", "y"] { try store.insertMessage(Sample.message(Sample.key(1, id))) }
    let database = store.database
    try database.run("UPDATE contacts SET card = (SELECT card FROM contacts ORDER BY peer LIMIT 1)")
    try database.run("UPDATE messages SET content = (SELECT content FROM messages ORDER BY id LIMIT 1)")
    #expect(throws: StoreError.sealBroken(table: "contacts", column: "card")) { try store.chatContacts() }
    #expect(throws: StoreError.sealBroken(table: "messages", column: "content")) {
      try store.messages(with: Sample.peer(1), before: nil, limit: 9)
    }
    #expect(
      try store.faults() == ["1 cells of contacts.card do not open", "1 cells of messages.content do not open"])
  }

  @Test(arguments: ["contacts.trust", "messages.state"]) func unknownWordIsMalformed(_ place: String) throws {
    try store.saveChatContact(Sample.contact(1))
    try store.insertMessage(Sample.message(Sample.key(1, "x")))
    let parts = place.split(separator: ".").map(String.init)
    try store.database.run("UPDATE \(parts[0]) SET \(parts[1]) = 'odd'")
    #expect(throws: StoreError.malformed(table: parts[0], column: parts[1])) {
      _ = try store.chatContacts()
      _ = try store.message(Sample.key(1, "x"))
    }
  }

  /// The cell is authentic and cut short all the same: a fault of some version of ours, not a trap.
  @Test func shortCellIsMalformed() throws {
    let contact = Sample.contact(1, .blocked)
    try store.saveChatContact(contact)
    let place = ColumnCipher.Place("contacts", "card", row: .blob(store.peerIndex(contact.nodeID)))
    let card = try store.database.first("SELECT card FROM contacts") { $0.blob(0) }
    let plain = try store.cipher.open(try #require(card), at: place)
    var readable: [Int] = []
    for length in 0...plain.count + 1 where length != plain.count {
      let cut = Array((plain + [0]).prefix(length))
      try store.database.run("UPDATE contacts SET card = ?", [.blob(store.cipher.seal(cut, at: place))])
      do throws(StoreError) {
        var second = contact
        second.former = nil
        let first = ChatContact(
          nodeID: contact.nodeID, keys: contact.keys, username: contact.username, localName: contact.localName,
          trust: contact.trust, address: contact.address, addedAt: contact.addedAt, lastSeen: contact.lastSeen,
          healedAt: contact.healedAt)
        #expect(try store.chatContacts() == [[first, second, contact][min(readable.count, 2)]])
        readable.append(length)
      } catch {
        #expect(error == .malformed(table: "contacts", column: "card"), "\(length)")
      }
    }
    #expect(readable.count == 3, "only where earlier versions of the cell ended")
  }
}
