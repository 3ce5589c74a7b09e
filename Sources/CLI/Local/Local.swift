import ControlAPI

/// Runs an action that needs no daemon and turns its failure into one of the command line.
enum Local {
  static func run<Value>(_ action: () async throws(RPCError) -> Value) async throws(Stop) -> Value {
    do throws(RPCError) {
      return try await action()
    } catch {
      throw .failure(Failure(error))
    }
  }
}
