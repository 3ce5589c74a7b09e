/// Keeps the prekeys of this node.
package protocol PreKeyStore {
  associatedtype Failure: Error

  /// The ring last saved; nil on a new node.
  func preKeyRing() throws(Failure) -> PreKeyRing?
  /// Replaces the ring.
  func savePreKeyRing(_ ring: PreKeyRing) throws(Failure)
}
