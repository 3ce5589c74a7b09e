import Bytes
import Testing

@Suite struct ByteReaderTests {
  @Test func readsWhatTheWriterWrote() throws {
    var writer = ByteWriter()
    writer.append(UInt32(0x0102_0304))
    writer.append(UInt16(0xFFFE))
    writer.appendLengthPrefixed([1, 2, 3])
    var reader = ByteReader(writer.bytes)
    #expect(try reader.integer(UInt32.self) == 0x0102_0304)
    #expect(try reader.integer(UInt16.self) == 0xFFFE)
    #expect(try Array(reader.lengthPrefixed(limit: 3)) == [1, 2, 3])
    try reader.finish()
  }

  @Test func refusesEveryTruncation() {
    var writer = ByteWriter()
    writer.append(UInt64(7))
    writer.appendLengthPrefixed(Array(repeating: 9, count: 20))
    for count in 0..<writer.bytes.count {
      var reader = ByteReader(writer.bytes.prefix(count))
      #expect(throws: ByteError.self) {
        _ = try reader.integer(UInt64.self)
        _ = try reader.lengthPrefixed(limit: 100)
      }
    }
  }

  @Test func refusesALengthOverTheLimitAndLeftovers() throws {
    var reader = ByteReader([0, 0, 0, 5, 1, 2, 3, 4, 5])
    #expect(throws: ByteError.tooLong(length: 5, limit: 4)) { try reader.lengthPrefixed(limit: 4) }
    #expect(throws: ByteError.trailing(5)) { try reader.finish() }
  }
}
