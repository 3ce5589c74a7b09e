/// `file.open`: begins to hand a file to the daemon, which seals and keeps it until it is sent or the connection ends.
package enum FileOpen: ControlMethod {
  package static let method = Method.fileOpen

  package struct Params: Codable, Sendable, Hashable {
    /// Bytes of the whole file.
    package var size: Int64

    package init(size: Int64) {
      self.size = size
    }
  }

  package struct Result: Codable, Sendable, Hashable {
    /// Names it in `file.write` and `file.send`, on this connection.
    package var upload: String

    package init(upload: String) {
      self.upload = upload
    }
  }
}
