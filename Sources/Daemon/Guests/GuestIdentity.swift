import Crypto
import E2EE
import Transport
import Wire
import World

/// An identity for one errand, made for it and forgotten with it: whoever is visited learns nothing of this node, and two
/// visits cannot be told to be of one.
struct GuestIdentity: LinkIdentity {
  /// What builds of the original are called that were given no name.
  private static let username = "Anonymous"

  let identity: LocalIdentity
  private let preKeys: PreKeyRing

  init(at now: Moment, using chance: inout some RandomNumberGenerator) {
    identity = LocalIdentity.generate(username: Self.username, using: &chance)
    var settings = E2EESettings()
    // Nobody begins a session with a guest.
    (settings.oneTimePreKeyPool, settings.oneTimePreKeyLowWater) = (0, 0)
    preKeys = PreKeyRing.generate(at: now.timestamp, settings: settings, using: &chance)
  }

  var keys: IdentityKeys { identity.keys }

  func helloBundle(for peer: NodeID?, at now: Moment) -> PreKeyBundle {
    preKeys.directoryBundle(of: identity, address: nil, at: now.timestamp)
  }

  func signature(for bytes: [UInt8]) -> [UInt8] { identity.signingKey.signature(for: bytes) }
}
