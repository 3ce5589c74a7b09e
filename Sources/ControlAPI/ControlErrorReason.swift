/// Why a call failed, as a word that programs branch on. Several reasons may share an exit code.
package enum ControlErrorReason: String, Codable, Sendable, CaseIterable {
  /// The line is not JSON.
  case parse
  /// The line is JSON and no JSON-RPC 2.0 request.
  case invalidRequest
  case unknownMethod
  case invalidParams
  case internalFailure
  /// No such contact, message, node or seed.
  case notFound
  /// More than one thing answers to what was typed; `data.candidates` lists them.
  case ambiguous
  /// A value is well formed as JSON and wrong in itself.
  case badInput
  case stateForbids
  case timedOut
  case partial
  case storeUnusable
  case wrongKey
  case alreadyRunning
  case torUnavailable
  /// A limit or a quota refuses it.
  case refused
  /// The daemon is stopping and begins nothing new.
  case stopping

  /// How a command ends that fails with this reason.
  package var exitCode: ExitCode {
    switch self {
    case .parse, .invalidRequest, .invalidParams, .badInput, .ambiguous: .badInput
    case .unknownMethod: .usage
    case .internalFailure: .internalFailure
    case .notFound: .notFound
    case .stateForbids: .stateForbids
    case .timedOut: .timedOut
    case .partial: .partial
    case .storeUnusable: .storeUnusable
    case .wrongKey: .wrongKey
    case .alreadyRunning: .alreadyRunning
    case .torUnavailable: .torUnavailable
    case .refused: .refused
    case .stopping: .daemonNotRunning
    }
  }

  /// JSON-RPC's number: its own five for what its text defines (§5.1), else -32000 minus the exit code.
  package var code: Int {
    switch self {
    case .parse: -32700
    case .invalidRequest: -32600
    case .unknownMethod: -32601
    case .invalidParams: -32602
    case .internalFailure: -32603
    case .notFound, .ambiguous, .badInput, .stateForbids, .timedOut, .partial, .storeUnusable, .wrongKey,
      .alreadyRunning, .torUnavailable, .refused, .stopping:
      -32000 - Int(exitCode.rawValue)
    }
  }
}
