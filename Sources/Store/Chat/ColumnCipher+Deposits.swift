import Chat
import Wire

/// Who holds copies of a message, as one cell.
extension ColumnCipher {
  /// Nil when nobody does.
  func sealed(_ deposits: [MailboxDeposit], at place: Place) -> [UInt8]? {
    guard !deposits.isEmpty else { return nil }
    var cell = CellWriter()
    cell.add(Int64(deposits.count))
    for deposit in deposits {
      cell.add(deposit.holder.nodeID.bytes)
      cell.add(deposit.holder.address.text)
      cell.add(deposit.id)
      cell.add(deposit.token)
      cell.add(deposit.until)
    }
    return seal(cell.bytes, at: place)
  }

  func deposits(in box: [UInt8], at place: Place) throws(StoreError) -> [MailboxDeposit] {
    try read(box, at: place) { (cell) in
      var deposits: [MailboxDeposit] = []
      // The cell is ours; the bound only keeps a wrong number from making this long.
      for _ in 0..<min(max(cell.integer(), 0), 64) {
        guard let node = NodeID(bytes: cell.bytes()), let address = PeerAddress(cell.text()) else { return nil }
        deposits.append(
          MailboxDeposit(
            holder: MailboxHolder(nodeID: node, address: address), id: cell.text(), token: cell.bytes(),
            until: cell.time()))
      }
      return deposits
    }
  }
}
