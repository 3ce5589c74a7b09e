package import Wire

/// Opens connections to peers. Loop-confined.
package protocol Dialer: AnyObject {
  /// Starts to connect to `address`.
  /// - Parameters:
  ///   - isolation: 1 to 255 bytes; connections with different ones share no circuit.
  ///   - onEnd: called once, later, on the loop.
  /// - Returns: the attempt; dropping it abandons it, and `onEnd` is not called then.
  func dial(
    _ address: PeerAddress, isolation: String, onEnd: @escaping (Result<DialledStream, DialError>) -> Void
  ) -> AnyObject
}
