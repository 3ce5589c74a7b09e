/// `readReceipt`: the messages were seen.
package struct ReadReceiptMessage: Codable, Hashable, Sendable {
  package var messageIDs: [String]

  package init(messageIDs: [String]) {
    self.messageIDs = messageIDs
  }
}
