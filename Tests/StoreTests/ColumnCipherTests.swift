import SQLite
import Store
import Testing

@Suite struct ColumnCipherTests {
  let cipher = ColumnCipher(.random())
  let place = ColumnCipher.Place("messages", "body", row: .blob([1, 2]), 7)

  @Test(arguments: [0, 1, 16, 70_000]) func opensAtItsPlace(_ length: Int) throws {
    let plaintext = [UInt8](repeating: 0x5a, count: length)
    let box = cipher.seal(plaintext, at: place)
    #expect(try cipher.open(box, at: place) == plaintext)
    #expect(cipher.seal(plaintext, at: place) != box)
  }

  @Test(arguments: [
    ColumnCipher.Place("messages", "body", row: .blob([1, 3]), 7),
    .init("messages", "body", row: .blob([1, 2]), 8),
    .init("messages", "note", row: .blob([1, 2]), 7), .init("outbox", "body", row: .blob([1, 2]), 7),
    .init("message", "sbody", row: .blob([1, 2]), 7), .init("messages", "body", row: .blob([1, 2])),
    .init("messages", "body", row: 7, .blob([1, 2])), .init("messages", "body", row: .blob([1]), .blob([2]), 7),
    .init("messages", "body"),
  ])
  func movedCellDoesNotOpen(_ other: ColumnCipher.Place) {
    let box = cipher.seal([1, 2, 3], at: place)
    #expect(throws: StoreError.sealBroken(table: other.table, column: other.column)) {
      try cipher.open(box, at: other)
    }
  }

  @Test func changedOrShortenedCellDoesNotOpen() {
    let box = cipher.seal([1, 2, 3], at: place)
    for index in box.indices {
      var changed = box
      changed[index] ^= 0x80
      #expect(throws: StoreError.self) { try cipher.open(changed, at: place) }
      #expect(throws: StoreError.self) { try cipher.open(Array(box.prefix(index)), at: place) }
    }
  }

  @Test func otherMasterKeyDoesNotOpen() {
    let box = cipher.seal([1], at: place)
    #expect(throws: StoreError.self) { try ColumnCipher(.random()).open(box, at: place) }
  }

  @Test func indexIsStableAndSaysNothing() {
    let master = MasterKey.random()
    let first = ColumnCipher(master)
    let again = ColumnCipher(master)
    #expect(first.index("peer", [1]) == again.index("peer", [1]))
    #expect(first.index("peer", [1]) != first.index("peer", [2]))
    #expect(first.index("peer", [1]) != first.index("group", [1]))
    #expect(first.index("peer", [1]) != cipher.index("peer", [1]))
    #expect(first.index("peer", [1]).count == 16)
  }
}
