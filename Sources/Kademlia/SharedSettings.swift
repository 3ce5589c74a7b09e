/// Settings that many values share: they are a kilobyte, and lookups are copied often.
package final class SharedSettings: Sendable {
  let values: KademliaSettings

  package init(_ values: KademliaSettings) { self.values = values }
}
