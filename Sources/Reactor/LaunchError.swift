/// Why a child process could not be started.
package enum LaunchError: Error, Hashable, Sendable, CustomStringConvertible {
  case notFound(path: String)
  case notExecutable(path: String)
  case system(SystemError)

  package var description: String {
    switch self {
    case .notFound(let path): "\(path) does not exist"
    case .notExecutable(let path): "\(path) may not be executed"
    case .system(let error): error.description
    }
  }
}
