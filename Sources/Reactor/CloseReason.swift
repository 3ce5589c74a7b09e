/// Why a connection ended without its owner having closed it.
package enum CloseReason: Error, Hashable, Sendable, CustomStringConvertible {
  /// The other side closed it in good order.
  case endOfStream
  /// It could not be opened.
  case connectFailed(SystemError)
  /// It broke.
  case failed(SystemError)

  package var description: String {
    switch self {
    case .endOfStream: "closed by the other side"
    case .connectFailed(let error): "could not connect: \(error.reason)"
    case .failed(let error): "broken: \(error.reason)"
    }
  }
}
