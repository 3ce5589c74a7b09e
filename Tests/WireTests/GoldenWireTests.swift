import Testing

@testable import Wire

/// The JSON of every payload, fixed: a change of a name, a type or an order is a change of the wire.
@Suite struct GoldenWireTests {
  @Test(arguments: MessageType.allCases)
  func theJSONIsTheRecordedOne(type: MessageType) throws {
    var samples = Samples.counted
    let recorded = GoldenWire.text.split(separator: "\n").map { $0.split(separator: " ", maxSplits: 2) }
      .filter { $0[0] == type.rawValue }
    let values = samples.payloads(of: type)
    #expect(recorded.map { String($0[1]) } == values.map { "\(Swift.type(of: $0))" })
    for (value, line) in zip(values, recorded) { try compare(value, String(line[2])) }
  }

  private func compare<T: WireValue>(_ value: T, _ recorded: String) throws {
    #expect(String(decoding: Payload.encode(value), as: UTF8.self) == recorded)
    #expect(try Payload.decode(T.self, from: Array(recorded.utf8)) == value)
  }

  @Test func nothingElseIsRecorded() {
    let types = Set(
      GoldenWire.text.split(separator: "\n").compactMap { $0.split(separator: " ").first.map(String.init) })
    #expect(types == Set(MessageType.allCases.map(\.rawValue)))
  }
}
