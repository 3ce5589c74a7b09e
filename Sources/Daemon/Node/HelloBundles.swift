import Crypto
import E2EE
import Transport
import Wire
import World

/// How the node introduces itself on links: its identity, and bundles that the node makes.
final class HelloBundles: LinkIdentity {
  private let identity: LocalIdentity
  private let makeBundle: (NodeID?, Moment) -> PreKeyBundle

  init(_ identity: LocalIdentity, _ makeBundle: @escaping (NodeID?, Moment) -> PreKeyBundle) {
    self.identity = identity
    self.makeBundle = makeBundle
  }

  var keys: IdentityKeys { identity.keys }

  func helloBundle(for peer: NodeID?, at now: Moment) -> PreKeyBundle { makeBundle(peer, now) }

  func signature(for bytes: [UInt8]) -> [UInt8] { identity.signingKey.signature(for: bytes) }
}
