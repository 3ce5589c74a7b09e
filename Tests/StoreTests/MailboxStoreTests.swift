import Chat
import Relay
import SQLite
import TestWorld
import Testing
import Wire
import World

@testable import Store

@Suite struct MailboxStoreTests {
  let test: TestVault

  init() throws { test = try TestVault() }

  private func deposit(
    _ owner: UInt8, _ id: String, bytes: Int = 100, expires: Int64 = 1_000, withdrawal: [UInt8]? = nil
  ) -> HeldDeposit {
    var random = SeededRandom(seed: UInt64(owner) + UInt64(id.utf8.count))
    return HeldDeposit(
      owner: MailboxOwner(Sample.peer(owner)), id: id,
      sealed: SealedMessage(
        ephemeralPublicKey: Base64Data(random.bytes(32)), encryptedPayload: Base64Data(random.bytes(bytes))),
      expiresAt: Sample.time(expires), withdrawal: withdrawal)
  }

  @Test func depositsComeBackInOrder() throws {
    let store = try test.created()
    let owner = MailboxOwner(Sample.peer(1))
    for id in ["b", "a", "c"] { try store.addHeldDeposit(deposit(1, id, withdrawal: [1, 2])) }
    try store.addHeldDeposit(deposit(2, "a"))
    let held = try store.heldDeposits(of: owner, after: 0, limit: 10)
    #expect(held.map(\.id) == ["b", "a", "c"])
    #expect(try store.heldDeposits(of: owner, after: held[0].sequence, limit: 1).map(\.id) == ["a"])
    let one = try #require(try store.heldDeposit("a", of: owner))
    let expected = deposit(1, "a", withdrawal: [1, 2])
    #expect(one.sealed == expected.sealed && one.withdrawal == [1, 2] && one.expiresAt == expected.expiresAt)
    #expect(try store.mailboxUsage() == MailboxUsage(deposits: 4, bytes: 4 * 132))
    #expect(try store.mailboxUsage(of: owner) == MailboxUsage(deposits: 3, bytes: 3 * 132))
    try store.removeHeldDeposit("a", of: owner)
    #expect(try store.heldDeposit("a", of: owner) == nil)
    #expect(try store.heldDeposit("a", of: MailboxOwner(Sample.peer(2))) != nil)
  }

  @Test func sequencesAreNotUsedAgain() throws {
    let store = try test.created()
    let owner = MailboxOwner(Sample.peer(1))
    try store.addHeldDeposit(deposit(1, "a"))
    let first = try #require(try store.heldDeposit("a", of: owner)).sequence
    try store.removeHeldDeposit("a", of: owner)
    try store.addHeldDeposit(deposit(1, "a"))
    #expect(try #require(try store.heldDeposit("a", of: owner)).sequence > first)
  }

  @Test func theSweepTakesWhatHasExpired() throws {
    let store = try test.created()
    for (id, expires) in [("a", Int64(10)), ("b", 20), ("c", 30)] {
      try store.addHeldDeposit(deposit(1, id, expires: expires))
    }
    try store.commitTurn()
    #expect(try store.expireHeldDeposits(at: Sample.time(5)) == 0 && !store.hasUncommitted)
    #expect(try store.expireHeldDeposits(at: Sample.time(20)) == 2)
    #expect(try store.mailboxUsage().deposits == 1)
  }

  /// A kill is a store that is opened again without a commit.
  @Test func onlyWhatWasCommittedIsThereAfterAKill() throws {
    do {
      let store = try test.created()
      try store.addHeldDeposit(deposit(1, "committed"))
      try store.commitTurn()
      try store.addHeldDeposit(deposit(1, "lost"))
    }
    let store = try test.opened()
    #expect(try store.heldDeposits(of: MailboxOwner(Sample.peer(1)), after: 0, limit: 9).map(\.id) == ["committed"])
  }

  @Test func theFileDoesNotSayWhoseAMailboxIs() throws {
    do {
      let store = try test.created()
      try store.addHeldDeposit(deposit(1, "a"))
      try store.commitTurn()
    }
    let database = try Database(path: test.path + "/sophax.db")
    let owners = try database.query("SELECT owner FROM mailbox") { $0.blob(0) }
    #expect(owners.count == 1 && owners.first?.count == 16 && owners.first != MailboxOwner(Sample.peer(1)).bytes)
  }

  @Test func anOutboxEntryRemembersWhoHoldsIt() throws {
    let store = try test.created()
    let holder = MailboxHolder(nodeID: Sample.peer(7), address: PeerAddress.loopback(port: 4))
    let held = MailboxDeposit(holder: holder, id: "d", token: [1, 2, 3], until: Sample.time(99))
    let key = Sample.key(1, "m")
    let entry = OutboxEntry(peer: key.peer, id: key.id, sequence: 1, deposits: [held, held])
    try store.saveOutboxEntry(entry)
    #expect(try store.outboxEntry(key.id, of: key.peer) == entry)
    #expect(try store.faults().isEmpty)
  }

  @Test func owedReceiptsComeBackInOrderAndGoWithTheContact() throws {
    let store = try test.created()
    let receipts = ["c", "a", "b"].map { OwedReceipt(peer: Sample.peer(1), id: MessageID($0)!, status: .delivered) }
    for receipt in receipts { try store.saveOwedReceipt(receipt) }
    try store.saveOwedReceipt(OwedReceipt(peer: Sample.peer(2), id: MessageID("x")!, status: .failed))
    #expect(try store.owedReceipts(of: Sample.peer(1), limit: 2) == Array(receipts.prefix(2)))
    #expect(try store.owedReceiptPeers() == [Sample.peer(1), Sample.peer(2)].sorted())
    try store.removeOwedReceipt(receipts[0].id, of: Sample.peer(1))
    #expect(try store.countOwedReceipts(of: Sample.peer(1)) == 2)
    try store.removeChatContact(Sample.peer(1))
    #expect(try store.owedReceiptPeers() == [Sample.peer(2)])
    #expect(try store.owedReceipts(of: Sample.peer(2), limit: 9).map(\.status) == [.failed])
  }
}
