package import Wire

/// An answer of the DHT, as values: claims, nothing in it is checked.
package enum DHTResponse: Hashable, Sendable {
  case pong
  case nodes([Contact])
  case value([PreKeyBundle], nodes: [Contact])
  case stored(StoreAnswer)
}

/// What a holder says of a bundle it was given.
package enum StoreAnswer: Hashable, Sendable {
  case accepted
  /// Why not, and the newer bundle when that is the reason.
  indirect case refused(String, newer: PreKeyBundle?)
}
