/// `directory.table`: how full the buckets of the routing table are.
package enum DirectoryTable: ControlMethod {
  package static let method = Method.directoryTable

  package typealias Params = Nothing

  package struct Result: Codable, Sendable, Hashable {
    /// Those that hold contacts, the farthest first.
    package var buckets: [BucketView]
    /// About how many nodes the directory has; absent until something is known.
    package var networkSize: Int?

    package init(buckets: [BucketView], networkSize: Int? = nil) {
      self.buckets = buckets
      self.networkSize = networkSize
    }
  }
}
