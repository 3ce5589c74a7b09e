/// A bucket of the routing table that holds contacts.
package struct BucketView: Codable, Sendable, Hashable {
  /// Length of the common prefix with our node ID, in bits.
  package var bucket: Int
  package var contacts: Int
  /// Those of them that a connection is open to.
  package var linked: Int
  /// Those of them that have not answered lately.
  package var failing: Int
  /// Contacts that wait for a place.
  package var replacements: Int
  /// How many contacts it takes.
  package var capacity: Int

  package init(bucket: Int, contacts: Int, linked: Int, failing: Int, replacements: Int, capacity: Int) {
    self.bucket = bucket
    self.contacts = contacts
    self.linked = linked
    self.failing = failing
    self.replacements = replacements
    self.capacity = capacity
  }
}
