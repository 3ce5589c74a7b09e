/// `directory.stats`: sizes and counts of the directory engine.
package enum DirectoryStats: ControlMethod {
  package static let method = Method.directoryStats

  package typealias Params = Nothing

  package struct Result: Codable, Sendable, Hashable {
    package var contacts: Int
    /// Buckets that hold a contact.
    package var buckets: Int
    /// Contacts kept in case one in the table falls silent.
    package var replacements: Int
    package var records: Int
    package var recordBytes: Int64
    /// Lookups that run now.
    package var lookups: Int
    /// What the engine has counted since the start.
    package var counters: [String: UInt64]

    package init(
      contacts: Int, buckets: Int, replacements: Int, records: Int, recordBytes: Int64, lookups: Int,
      counters: [String: UInt64]
    ) {
      self.contacts = contacts
      self.buckets = buckets
      self.replacements = replacements
      self.records = records
      self.recordBytes = recordBytes
      self.lookups = lookups
      self.counters = counters
    }
  }
}
