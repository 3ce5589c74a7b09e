/// How the program ends. 0 means that what was asked for is so; every other code names why it is not.
package enum ExitCode: Int32, Sendable, CaseIterable {
  case success = 0
  case internalFailure = 1
  case usage = 2
  case daemonNotRunning = 3
  case notFound = 4
  case stateForbids = 5
  case timedOut = 6
  case partial = 7
  case badInput = 8
  case storeUnusable = 9
  case wrongKey = 10
  case alreadyRunning = 11
  case torUnavailable = 12
  case refused = 13

  /// One line for `sophax help exit-codes` and the manual.
  package var meaning: String {
    switch self {
    case .success: "what was asked for is so"
    case .internalFailure: "an error inside the program or the operating system"
    case .usage: "the command line is wrong"
    case .daemonNotRunning: "no daemon answers on the control socket"
    case .notFound: "no such contact, message, node or seed"
    case .stateForbids: "the state of the thing forbids it"
    case .timedOut: "the state asked for was not reached in time"
    case .partial: "only a part was done"
    case .badInput: "a value, a file or the configuration is wrong"
    case .storeUnusable: "the store cannot be used: damaged, of another version, or without room"
    case .wrongKey: "the passphrase or key is missing or does not open the store"
    case .alreadyRunning: "another process holds the data directory"
    case .torUnavailable: "tor cannot be started, reached or used"
    case .refused: "a limit or a quota refuses it"
    }
  }
}
