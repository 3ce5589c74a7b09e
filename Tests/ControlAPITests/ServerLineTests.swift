import ControlAPI
import Testing
import World

@Suite struct ServerLineTests {
  @Test func answerIsReadByWhoAsked() throws {
    let line = Response.encoded(NodeStop.self, id: .number(3), result: NodeStop.Result(pid: 42))
    #expect(String(decoding: line, as: UTF8.self) == #"{"id":3,"jsonrpc":"2.0","result":{"pid":42}}"#)
    guard case .answer(.number(3), let answer) = try ServerLine.decode(line) else {
      Issue.record("no answer")
      return
    }
    #expect(try answer.result(of: NodeStop.self).pid == 42)
    #expect(throws: ControlJSON.Mistake.self) { try answer.result(of: ContactList.self) }
  }

  @Test func failureCarriesReasonHintAndCandidates() throws {
    let error = RPCError(.ambiguous, "two", hint: "say more", candidates: ["a", "b"])
    guard
      case .failure(.string("x"), error) = try ServerLine.decode(Response.encoded(id: .string("x"), error: error))
    else {
      Issue.record("no failure")
      return
    }
  }

  @Test func failureWithoutIdentifierSaysNull() {
    let line = Response.encoded(id: nil, error: RPCError(.parse, "not JSON"))
    #expect(String(decoding: line, as: UTF8.self).contains(#""id":null"#))
  }

  @Test func notificationsAreRead() throws {
    let event = Event(cursor: 5, at: Timestamp(milliseconds: 1), kind: .contactRemoved, nodeID: "x")
    guard case .notification(.event(event)) = try ServerLine.decode(Notification.event(event).encoded) else {
      Issue.record("no event")
      return
    }
    let progress = Progress(id: .number(1), stage: "s", percent: 3)
    guard case .notification(.progress(progress)) = try ServerLine.decode(Notification.progress(progress).encoded)
    else {
      Issue.record("no progress")
      return
    }
  }

  @Test func resultThatJSONCannotWriteIsAFailure() throws {
    let metrics = MetricsShow.Result(counters: [:], gauges: ["x": .infinity])
    guard case .failure = try ServerLine.decode(Response.encoded(MetricsShow.self, id: .number(1), result: metrics))
    else {
      Issue.record("no failure")
      return
    }
  }

  @Test func anyJSONSurvives() throws {
    let text = #"{"a":[1,-2.5,"x",true,null,{"b":{}}],"c":9007199254740993}"#
    let value = try ControlJSON.decode(JSONValue.self, from: Array(text.utf8))
    #expect(ControlJSON.encode(value).map { String(decoding: $0, as: UTF8.self) } == text)
  }
}
