package import Chat
import SQLite

extension NodeStore {
  package func deliverySteps(of key: MessageKey) throws(StoreError) -> [DeliveryStep] {
    let name = row(of: key)
    return try query(
      "SELECT step, entry FROM delivery_steps WHERE peer = ? AND direction = ? AND message = ? ORDER BY step",
      [.blob(name.peer), .integer(name.direction), .blob(name.id)]
    ) { (row) throws(StoreError) in
      try cipher.read(row.blob(1), at: entryPlace(name, row.integer(0))) { (cell) in
        guard let kind = DeliveryStep.Kind(rawValue: cell.text()) else { return nil }
        return DeliveryStep(
          kind: kind, firstAt: cell.time(), lastAt: cell.time(), times: Int(clamping: cell.integer()),
          evidence: cell.text())
      }
    }
  }

  package func saveDeliveryStep(_ step: DeliveryStep, at index: Int, of key: MessageKey) throws(StoreError) {
    var entry = CellWriter()
    entry.add(step.kind.rawValue)
    entry.add(step.firstAt)
    entry.add(step.lastAt)
    entry.add(Int64(step.times))
    entry.add(step.evidence)
    let name = row(of: key)
    let number = Int64(index)
    try write(
      "INSERT OR REPLACE INTO delivery_steps (peer, direction, message, step, entry) VALUES (?, ?, ?, ?, ?)",
      [
        .blob(name.peer), .integer(name.direction), .blob(name.id), .integer(number),
        .blob(cipher.seal(entry.bytes, at: entryPlace(name, number))),
      ])
  }

  private func entryPlace(_ name: MessageRow, _ step: Int64) -> ColumnCipher.Place {
    ColumnCipher.Place("delivery_steps", "entry", row: name.key + [.integer(step)])
  }
}
