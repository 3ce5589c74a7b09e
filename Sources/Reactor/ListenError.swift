/// Why a listener could not be opened.
package enum ListenError: Error, Hashable, Sendable, CustomStringConvertible {
  case endpoint(EndpointError)
  case system(SystemError)
  /// Something answers at that Unix path already.
  case inUse(path: String)
  /// There is something else than a socket at that path; it is left alone.
  case notASocket(path: String)

  package var description: String {
    switch self {
    case .endpoint(let error): error.description
    case .system(let error): error.description
    case .inUse(let path): "another process listens at \(path) already"
    case .notASocket(let path): "\(path) exists and is not a socket"
    }
  }
}
