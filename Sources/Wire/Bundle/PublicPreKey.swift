/// A public prekey and the number by which its owner finds the private one.
package struct PublicPreKey: Hashable, Sendable {
  package let id: UInt32
  package let publicKey: [UInt8]

  package init(id: UInt32, publicKey: [UInt8]) {
    self.id = id
    self.publicKey = publicKey
  }
}
