import Crypto
import TorProtocol
import Wire

/// The onion of seed 00…1f, and a request for it.
struct OnionKeyFixture {
  let address: OnionAddress
  let request: OnionRequest

  init() {
    let seed = SecretBytes(copying: UInt8(0)...31)
    guard let key = try? Ed25519.PrivateKey(seed: seed), let address = OnionAddress(signingKey: key.publicKey)
    else {
      fatalError("the fixed seed is a key")
    }
    self.address = address
    request = OnionRequest(
      key: key.expanded, virtualPort: 25519, target: .port(4000), maxStreams: 32, proofOfWork: true)
  }
}
