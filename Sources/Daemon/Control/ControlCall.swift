import ControlAPI

/// One request of a client with its checked params; answered once, now or later.
struct ControlCall<M: ControlMethod> {
  let params: M.Params
  let id: RequestID
  let client: ControlClient
  private let request: Request

  init(_ request: Request, _ client: ControlClient) throws(RPCError) {
    params = try request.params(of: M.self)
    id = request.id
    self.client = client
    self.request = request
  }

  func line(_ result: M.Result) -> [UInt8] { Response.encoded(M.self, id: id, result: result) }

  func line(_ error: RPCError) -> [UInt8] { Response.encoded(id: id, error: error.naming(request.contactWord)) }
}
