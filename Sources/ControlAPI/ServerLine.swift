/// A line from the daemon, as the client reads it.
package enum ServerLine: Sendable {
  /// The answer to a request, its result still unread.
  case answer(RequestID, Answer)
  case failure(RequestID?, RPCError)
  case notification(Notification)
  /// A notification of a newer daemon: to be passed over.
  case unknown

  /// A result whose type only the asker knows.
  package struct Answer: Sendable {
    fileprivate let line: [UInt8]

    /// The result of the method that was asked for.
    package func result<M: ControlMethod>(of _: M.Type) throws(ControlJSON.Mistake) -> M.Result {
      try ControlJSON.decode(Body<M.Result>.self, from: line).result
    }

    /// The result as it is.
    package func json() throws(ControlJSON.Mistake) -> JSONValue {
      try ControlJSON.decode(Body<JSONValue>.self, from: line).result
    }
  }

  /// Reads one line.
  package static func decode(_ line: [UInt8]) throws(ControlJSON.Mistake) -> ServerLine {
    let head = try ControlJSON.decode(Head.self, from: line)
    if let error = head.error { return .failure(head.id, error) }
    if let id = head.id { return .answer(id, Answer(line: line)) }
    switch head.method {
    case "event": return .notification(.event(try ControlJSON.decode(Params<Event>.self, from: line).params))
    case "progress":
      return .notification(.progress(try ControlJSON.decode(Params<Progress>.self, from: line).params))
    case "typing": return .notification(.typing(try ControlJSON.decode(Params<Typing>.self, from: line).params))
    case .some: return .unknown
    case .none: throw ControlJSON.Mistake(text: "neither an answer nor a notification", isJSON: true)
    }
  }

  private struct Head: Decodable {
    let id: RequestID?
    let error: RPCError?
    let method: String?
  }

  private struct Body<Result: Decodable>: Decodable { let result: Result }

  private struct Params<P: Decodable>: Decodable { let params: P }
}
