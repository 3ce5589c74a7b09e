/// What a server says unasked.
package enum Notification: Sendable, Hashable {
  case event(Event)
  case progress(Progress)
  case typing(Typing)

  /// The line, without its end.
  package var encoded: [UInt8] {
    switch self {
    case .event(let event): ControlJSON.encode(Full(method: "event", params: event)) ?? []
    case .typing(let typing): ControlJSON.encode(Full(method: "typing", params: typing)) ?? []
    case .progress(let progress): ControlJSON.encode(Full(method: "progress", params: progress)) ?? []
    }
  }

  private struct Full<Params: Encodable>: Encodable {
    var jsonrpc = "2.0"
    let method: String
    let params: Params
  }
}
