package import Wire

/// `file.read`: bytes of a file that is here whole.
package enum FileRead: ControlMethod {
  package static let method = Method.fileRead

  package struct Params: Codable, Sendable, Hashable {
    /// As `MessageReference.id`.
    package var id: String
    package var offset: Int64
    /// At most `Settings.maximumPiece`.
    package var count: Int

    package init(id: String, offset: Int64, count: Int) {
      self.id = id
      self.offset = offset
      self.count = count
    }
  }

  package struct Result: Codable, Sendable, Hashable {
    /// Empty at the end.
    package var data: Base64Data
    /// Bytes of the whole file.
    package var size: Int64

    package init(data: Base64Data, size: Int64) {
      self.data = data
      self.size = size
    }
  }
}
