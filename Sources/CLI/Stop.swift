/// What ends a command before its end.
package enum Stop: Error, Hashable, Sendable {
  case failure(Failure)
  /// The reader of the output has left (`sophax log | head`): it has what it wanted.
  case outputClosed
  /// SIGINT or SIGTERM came while the command waited.
  case interrupted

}
