/// A request as it came: its identifier and method are known, its params still unchecked.
package struct Request: Sendable {
  package let id: RequestID
  package let method: Method
  private let line: [UInt8]

  /// A refused line, with the identifier to answer to when there is one.
  package struct Refusal: Error, Sendable, Hashable {
    package let id: RequestID?
    package let error: RPCError
  }

  /// Reads one line. Every method has an answer, so a request without an identifier is refused.
  package static func decode(_ line: [UInt8]) throws(Refusal) -> Request {
    guard line.count <= Settings.maximumLine else {
      throw Refusal(
        id: nil, error: RPCError(.invalidRequest, "the line is longer than \(Settings.maximumLine) bytes"))
    }
    let head: Head
    do throws(ControlJSON.Mistake) {
      head = try ControlJSON.decode(Head.self, from: line)
    } catch {
      throw Refusal(id: nil, error: RPCError(error.isJSON ? .invalidRequest : .parse, error.text))
    }
    // Readers differ in which of two they believe: what one checks another would act on.
    if let name = RepeatedMember.find(in: line) {
      throw Refusal(
        id: name == "id" ? nil : head.id,
        error: RPCError(.invalidRequest, "the member \(name.prefix(64)) stands twice"))
    }
    guard head.jsonrpc == "2.0" else {
      throw Refusal(id: head.id, error: RPCError(.invalidRequest, "jsonrpc is not \"2.0\""))
    }
    guard let id = head.id else {
      throw Refusal(
        id: nil,
        error: RPCError(
          .invalidRequest,
          "id is missing or null: every method has an answer, which needs a string or a whole number to be known by"
        ))
    }
    guard let name = head.method else {
      throw Refusal(id: id, error: RPCError(.invalidRequest, "method is missing"))
    }
    guard let method = Method(rawValue: name) else {
      throw Refusal(
        id: id, error: RPCError(.unknownMethod, "no method \(name)", hint: "sophax help rpc lists them"))
    }
    return Request(id: id, method: method, line: line)
  }

  /// The params of the method, checked: a wrong, missing or unknown member is named.
  package func params<M: ControlMethod>(of _: M.Type) throws(RPCError) -> M.Params {
    do throws(ControlJSON.Mistake) {
      let given = try ControlJSON.decode(Members.self, from: line).params ?? .object([:])
      guard let members = given.members else {
        throw ControlJSON.Mistake(text: "params is not an object", isJSON: true)
      }
      let params: M.Params =
        if members.isEmpty {
          try ControlJSON.decode(M.Params.self, from: Array("{}".utf8))
        } else {
          try ControlJSON.decode(Body<M.Params>.self, from: line).params
        }
      try Request.refuseUnknown(members, in: params)
      return params
    } catch {
      throw RPCError(.invalidParams, "\(M.method.rawValue): \(error.text)")
    }
  }

  /// A misspelt optional member must not pass as an absent one: whatever was given and does not survive the way
  /// through the type is unknown.
  private static func refuseUnknown(_ members: [String: JSONValue], in params: some Encodable) throws(ControlJSON
    .Mistake)
  {
    let known = ControlJSON.encode(params).flatMap { try? ControlJSON.decode(JSONValue.self, from: $0) }?.members
    for (key, value) in members.sorted(by: { $0.key < $1.key }) where value != .null && known?[key] == nil {
      throw ControlJSON.Mistake(text: "params.\(key) is unknown", isJSON: true)
    }
  }

  /// The word that stands for a contact in the params of the methods that take one.
  package var contactWord: String? {
    let members = (try? ControlJSON.decode(Members.self, from: line))?.params?.members
    for name in ["who", "to", "with"] { if case .string(let word) = members?[name] { return word } }
    return nil
  }

  /// The line that asks for a method, without its end.
  package static func encoded<M: ControlMethod>(_: M.Type, id: RequestID, params: M.Params) -> [UInt8] {
    encoded(method: M.method.rawValue, id: id, params: params)
  }

  /// The line that asks for a method by a name that may be unknown, without its end.
  package static func encoded(method: String, id: RequestID, params: some Encodable) -> [UInt8] {
    ControlJSON.encode(Full(id: id, method: method, params: params)) ?? []
  }

  private struct Head: Decodable {
    let jsonrpc: String?
    let id: RequestID?
    let method: String?
  }

  private struct Members: Decodable { let params: JSONValue? }

  private struct Body<Params: Decodable>: Decodable { let params: Params }

  private struct Full<Params: Encodable>: Encodable {
    var jsonrpc = "2.0"
    let id: RequestID
    let method: String
    let params: Params
  }
}
