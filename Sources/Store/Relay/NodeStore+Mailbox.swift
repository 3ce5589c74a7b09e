package import Relay
import SQLite
import Wire
package import World

/// Deposits for others. They are ciphertext already and stand as they came; whose they are is an index, and who brought
/// them is nowhere.
extension NodeStore: MailboxStore {
  private static let columns = "sequence, id, expires_at, withdrawal, sealed"

  package func mailboxUsage() throws(StoreError) -> MailboxUsage {
    try usage("SELECT count(*), coalesce(sum(size), 0) FROM mailbox", [])
  }

  package func mailboxUsage(of owner: MailboxOwner) throws(StoreError) -> MailboxUsage {
    try usage(
      "SELECT count(*), coalesce(sum(size), 0) FROM mailbox WHERE owner = ?", [.blob(ownerIndex(owner))])
  }

  package func heldDeposit(_ id: String, of owner: MailboxOwner) throws(StoreError) -> HeldDeposit? {
    try first(
      "SELECT \(Self.columns) FROM mailbox WHERE owner = ? AND id = ?", [.blob(ownerIndex(owner)), .text(id)]
    ) { (row) throws(StoreError) in try deposit(row, of: owner) }
  }

  package func heldDeposits(
    of owner: MailboxOwner, after sequence: Int64, limit: Int
  ) throws(StoreError) -> [HeldDeposit] {
    try query(
      "SELECT \(Self.columns) FROM mailbox WHERE owner = ? AND sequence > ? ORDER BY sequence LIMIT ?",
      [.blob(ownerIndex(owner)), .integer(sequence), .integer(Int64(limit))]
    ) { (row) throws(StoreError) in try deposit(row, of: owner) }
  }

  package func addHeldDeposit(_ deposit: HeldDeposit) throws(StoreError) {
    try write(
      "INSERT INTO mailbox (owner, id, expires_at, size, withdrawal, sealed) VALUES (?, ?, ?, ?, ?, ?)",
      [
        .blob(ownerIndex(deposit.owner)), .text(deposit.id), .integer(deposit.expiresAt.milliseconds),
        .integer(Int64(deposit.sealed.byteCount)), Value(deposit.withdrawal),
        .blob(deposit.sealed.ephemeralPublicKey.bytes + deposit.sealed.encryptedPayload.bytes),
      ])
  }

  package func removeHeldDeposit(_ id: String, of owner: MailboxOwner) throws(StoreError) {
    try write("DELETE FROM mailbox WHERE owner = ? AND id = ?", [.blob(ownerIndex(owner)), .text(id)])
  }

  package func expireHeldDeposits(at now: Timestamp) throws(StoreError) -> Int {
    let (due, time) = ("FROM mailbox WHERE expires_at <= ?", Value.integer(now.milliseconds))
    // A sweep that finds nothing must not begin a transaction.
    guard try first("SELECT 1 \(due) LIMIT 1", [time], { $0.integer(0) }) != nil else { return 0 }
    try write("DELETE \(due)", [time])
    return changes
  }

  private func ownerIndex(_ owner: MailboxOwner) -> [UInt8] { cipher.index("mailbox", owner.bytes) }

  private func usage(_ sql: String, _ arguments: [Value]) throws(StoreError) -> MailboxUsage {
    try first(sql, arguments) { MailboxUsage(deposits: Int($0.integer(0)), bytes: Int($0.integer(1))) }
      ?? MailboxUsage()
  }

  private func deposit(_ row: borrowing Row, of owner: MailboxOwner) throws(StoreError) -> HeldDeposit {
    let sealed = row.blob(4)
    guard sealed.count >= 32 else { throw .malformed(table: "mailbox", column: "sealed") }
    return HeldDeposit(
      owner: owner, id: row.text(1),
      sealed: SealedMessage(
        ephemeralPublicKey: Base64Data(Array(sealed[..<32])), encryptedPayload: Base64Data(Array(sealed[32...]))),
      expiresAt: Timestamp(milliseconds: row.integer(2)), withdrawal: row.optionalBlob(3), sequence: row.integer(0))
  }
}
