package import Reactor

/// A connection that stands, and what the peer sent on it already.
package struct DialledStream {
  package let connection: Connection
  package let early: [UInt8]

  package init(connection: Connection, early: [UInt8] = []) {
    self.connection = connection
    self.early = early
  }
}
