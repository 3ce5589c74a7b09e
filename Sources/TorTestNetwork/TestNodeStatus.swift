/// What one node of the private network is doing.
package struct TestNodeStatus: Sendable {
  package var node: TestNode
  /// Nil when it is not running.
  package var pid: Int32?
  /// Percent; nil when its control port does not answer.
  package var bootstrap: Int?
}
