import Bytes

/// Why the private network could not be started, changed or stopped.
package enum TestNetworkError: Error, Equatable, CustomStringConvertible {
  case alreadyRunning(directory: String)
  case noNetwork(directory: String)
  /// The folder holds things that are no test network's.
  case foreign(directory: String)
  case notADirectory(path: String)
  case noNode(name: String)
  /// A call of the system on this path failed with this errno.
  case file(path: String, errno: Int32)
  case programMissing(name: String)
  case programFailed(name: String, log: String)
  case spawnFailed(program: String, errno: Int32)
  case noFreePorts
  /// A node's control port refused or broke off.
  case control(node: String, reason: String, log: String)
  /// A stage took too long; `lastWords` are the last lines of the node's log.
  case timeout(stage: String, node: String, log: String, lastWords: [String])

  package var description: String {
    switch self {
    case .alreadyRunning(let directory):
      "a test network is already running in \(directory); stop it first: sophax testnet down "
        + ShellWord.quoted(directory)
    case .noNetwork(let directory):
      "there is no test network in \(directory); start one: sophax testnet up \(ShellWord.quoted(directory))"
    case .foreign(let directory):
      "\(directory) holds other files: choose an empty or a new directory"
    case .notADirectory(let path):
      "\(path) is not a directory"
    case .noNode(let name):
      "the test network has no node \(name)"
    case .file(let path, let code):
      "\(path): \(errnoText(code))"
    case .programMissing(let name):
      "\(name) is not installed; install the tor package (Debian: apt install tor)"
    case .programFailed(let name, let log):
      "\(name) failed; see \(log)"
    case .spawnFailed(let program, let code):
      "cannot start \(program): \(errnoText(code))"
    case .noFreePorts:
      "no free TCP ports below the ephemeral range; see net.ipv4.ip_local_port_range"
    case .control(let node, let reason, let log):
      "\(node): \(reason); see \(log)"
    case .timeout(let stage, let node, let log, let lastWords):
      (["\(node): timed out while \(stage); see \(log)"] + lastWords).joined(separator: "\n")
    }
  }
}
