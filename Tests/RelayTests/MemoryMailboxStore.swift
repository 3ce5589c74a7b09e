import Relay
import Wire
import World

/// A mailbox store in memory.
final class MemoryMailboxStore: MailboxStore {
  struct Failure: Error, Equatable {}

  private(set) var deposits: [HeldDeposit] = []
  private var last: Int64 = 0
  var hasRoom = true
  var isBroken = false

  func mailboxUsage() throws(Failure) -> MailboxUsage { usage(deposits) }

  func mailboxUsage(of owner: MailboxOwner) throws(Failure) -> MailboxUsage {
    usage(deposits.filter { $0.owner == owner })
  }

  private func usage(_ deposits: [HeldDeposit]) -> MailboxUsage {
    MailboxUsage(deposits: deposits.count, bytes: deposits.reduce(0) { $0 + $1.sealed.byteCount })
  }

  func heldDeposit(_ id: String, of owner: MailboxOwner) throws(Failure) -> HeldDeposit? {
    deposits.first { $0.id == id && $0.owner == owner }
  }

  func heldDeposits(of owner: MailboxOwner, after sequence: Int64, limit: Int) throws(Failure) -> [HeldDeposit] {
    Array(deposits.filter { $0.owner == owner && $0.sequence > sequence }.prefix(limit))
  }

  func addHeldDeposit(_ deposit: HeldDeposit) throws(Failure) {
    if isBroken { throw Failure() }
    last += 1
    deposits.append(
      HeldDeposit(
        owner: deposit.owner, id: deposit.id, sealed: deposit.sealed, expiresAt: deposit.expiresAt,
        withdrawal: deposit.withdrawal, sequence: last))
  }

  func removeHeldDeposit(_ id: String, of owner: MailboxOwner) throws(Failure) {
    deposits.removeAll { $0.id == id && $0.owner == owner }
  }

  func expireHeldDeposits(at now: Timestamp) throws(Failure) -> Int {
    let before = deposits.count
    deposits.removeAll { $0.expiresAt <= now }
    return before - deposits.count
  }

  func hasRoomForOthers() throws(Failure) -> Bool { hasRoom }
}
