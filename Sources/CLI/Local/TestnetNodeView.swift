/// One tor process of the private network.
package struct TestnetNodeView: Codable, Sendable, Hashable {
  package let name: String
  package let role: String
  /// Nil when it does not run.
  package let pid: Int32?
  /// Bootstrap progress; nil when its control port does not answer.
  package let percent: Int?
  /// `127.0.0.1:port`, for `tor.control`.
  package let control: String
  /// `127.0.0.1:port` of a client's SOCKS port.
  package let socks: String?

  package init(name: String, role: String, pid: Int32?, percent: Int?, control: String, socks: String?) {
    self.name = name
    self.role = role
    self.pid = pid
    self.percent = percent
    self.control = control
    self.socks = socks
  }
}
