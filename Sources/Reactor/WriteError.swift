/// Bytes that a connection did not take. Nothing of them was queued.
package enum WriteError: Error, Hashable, Sendable, CustomStringConvertible {
  case closed
  /// The other side does not read, and the queue is at its limit.
  case outputFull(queued: Int)

  package var description: String {
    switch self {
    case .closed: "the connection is closed"
    case .outputFull(let queued): "the other side does not read; \(queued) bytes wait for it already"
    }
  }
}
