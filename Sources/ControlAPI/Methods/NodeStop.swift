/// `node.stop`: answers, then ends the daemon in order.
package enum NodeStop: ControlMethod {
  package static let method = Method.nodeStop

  package typealias Params = Nothing

  package struct Result: Codable, Sendable, Hashable {
    /// The process to wait for: it has stopped when the control socket is closed.
    package var pid: Int32

    package init(pid: Int32) {
      self.pid = pid
    }
  }
}
