/// What ends a command before its end.
package enum Stop: Error, Hashable, Sendable {
  case failure(Failure)
  /// The reader of the output has left (`sophax log | head`): it has what it wanted.
  case outputClosed
  /// SIGINT or SIGTERM came while the command waited.
  case interrupted

  /// The same, with commands that it recommends made to speak to this node.
  func naming(_ node: NodeChoice) -> Stop {
    switch self {
    case .failure(let failure): .failure(failure.naming(node))
    case .outputClosed, .interrupted: self
    }
  }
}
