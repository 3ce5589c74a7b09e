/// How much is held: deposits, and the bytes of their sealed messages.
package struct MailboxUsage: Hashable, Sendable {
  package var deposits: Int
  package var bytes: Int

  package init(deposits: Int = 0, bytes: Int = 0) {
    self.deposits = deposits
    self.bytes = bytes
  }

  mutating func add(_ count: Int) {
    deposits += 1
    bytes += count
  }

  mutating func remove(_ count: Int) {
    deposits -= 1
    bytes -= count
  }

  func fits(_ count: Int, deposits limit: Int, bytes byteLimit: Int) -> Bool {
    deposits < limit && bytes <= byteLimit - count
  }
}
