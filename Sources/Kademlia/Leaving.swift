import World

/// What is still to be handed over before this node leaves. Each heir is given no more at once than a link may bring,
/// and the rest at the pace at which its budget refills: what is sent beyond that is dropped unread.
struct Leaving: Sendable {
  struct Share: Sendable {
    let heir: Contact
    /// The most urgent first.
    var records: ArraySlice<BundleRecord>
  }

  var waiting: [Share] = []
  /// When each heir is given one more.
  var due: Instant?

  /// Takes up to so many records for each heir.
  mutating func take(upTo count: Int) -> [(record: BundleRecord, heir: Contact)] {
    var taken: [(record: BundleRecord, heir: Contact)] = []
    for index in waiting.indices {
      taken += waiting[index].records.prefix(count).map { ($0, waiting[index].heir) }
      waiting[index].records = waiting[index].records.dropFirst(count)
    }
    waiting.removeAll { $0.records.isEmpty }
    return taken
  }

  /// An heir is not there: its share is left to the other holders.
  mutating func giveUp(_ heir: Contact) { waiting.removeAll { $0.heir.nodeID == heir.nodeID } }
}
