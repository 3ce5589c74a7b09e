package import Wire

/// `file.write`: the next bytes of a file that is handed over.
package enum FileWrite: ControlMethod {
  package static let method = Method.fileWrite

  package struct Params: Codable, Sendable, Hashable {
    package var upload: String
    /// At most `Settings.maximumPiece` bytes.
    package var data: Base64Data

    package init(upload: String, data: Base64Data) {
      self.upload = upload
      self.data = data
    }
  }

  package struct Result: Codable, Sendable, Hashable {
    /// Bytes that are there now.
    package var written: Int64

    package init(written: Int64) {
      self.written = written
    }
  }
}
