/// A hello that is signed by the key in its own bundle. It proves who made it within the last minutes, not who sent
/// it: that is what the challenge is for (`HelloProof`).
package struct VerifiedHello: Hashable, Sendable {
  package let message: VerifiedMessage
  package let hello: HelloMessage
  package let bundle: VerifiedBundle
}
