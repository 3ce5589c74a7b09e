import Crypto
import Testing
import TorProtocol
import Wire

@testable import Tor

/// The onion of seed 00…1f.
func fixedOnion() throws -> TorService.Onion {
  let key = try Ed25519.PrivateKey(seed: SecretBytes(copying: UInt8(0)...31))
  let address = try #require(OnionAddress(signingKey: key.publicKey))
  let request = OnionRequest(key: key.expanded, virtualPort: 25519, target: .port(25519), proofOfWork: true)
  return TorService.Onion(request: request, address: address)
}

/// Settings of a test: pauses as short as they can be.
func quickSettings() -> TorSettings {
  var settings = TorSettings()
  settings.reconnect = .milliseconds(5)
  settings.reconnectMost = .milliseconds(20)
  settings.restart = .milliseconds(5)
  settings.look = .milliseconds(5)
  return settings
}
