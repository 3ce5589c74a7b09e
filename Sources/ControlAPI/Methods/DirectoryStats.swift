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
    /// Lookups that wait for others to end.
    package var queuedLookups: Int
    /// About how many nodes the directory has; absent until something is known.
    package var networkSize: Int?
    /// Whether the own record has been taken back.
    package var withdrawn: Bool
    /// How many nodes are known to keep the own record.
    package var replicas: Int
    /// The last reading back of it.
    package var audit: AuditView?
    /// For how long it has been due to be published again.
    package var lagMilliseconds: Int64
    /// What the engine has counted since the start.
    package var counters: [String: UInt64]

    package init(
      contacts: Int, buckets: Int, replacements: Int, records: Int, recordBytes: Int64, lookups: Int,
      queuedLookups: Int, networkSize: Int?, withdrawn: Bool, replicas: Int, audit: AuditView?,
      lagMilliseconds: Int64, counters: [String: UInt64]
    ) {
      self.contacts = contacts
      self.buckets = buckets
      self.replacements = replacements
      self.records = records
      self.recordBytes = recordBytes
      self.lookups = lookups
      self.queuedLookups = queuedLookups
      self.networkSize = networkSize
      self.withdrawn = withdrawn
      self.replicas = replicas
      self.audit = audit
      self.lagMilliseconds = lagMilliseconds
      self.counters = counters
    }
  }
}
