/// One lookup, or one ping, of this run of the node.
package struct LookupID: Hashable, Sendable {
  package let number: UInt64

  package init(number: UInt64) { self.number = number }
}
