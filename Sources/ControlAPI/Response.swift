/// The lines that a server answers with, without their ends.
package enum Response {
  /// The answer of a call that succeeded.
  package static func encoded<M: ControlMethod>(_: M.Type, id: RequestID, result: M.Result) -> [UInt8] {
    ControlJSON.encode(Success(id: id, result: result))
      ?? encoded(id: id, error: RPCError(.internalFailure, "the answer holds a number that JSON cannot write"))
  }

  /// The answer of a call that failed; the identifier is null when the request had none that could be read.
  package static func encoded(id: RequestID?, error: RPCError) -> [UInt8] {
    ControlJSON.encode(Failure(id: id, error: error)) ?? []
  }

  private struct Success<Result: Encodable>: Encodable {
    var jsonrpc = "2.0"
    let id: RequestID
    let result: Result
  }

  private struct Failure: Encodable {
    var jsonrpc = "2.0"
    let id: RequestID?
    let error: RPCError

    enum CodingKeys: CodingKey { case jsonrpc, id, error }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(jsonrpc, forKey: .jsonrpc)
      try container.encode(id, forKey: .id)
      try container.encode(error, forKey: .error)
    }
  }
}
