import Bytes
import Crypto

/// The answer to a hello's challenge: it proves that the peer at the other end of this link holds the signing key of
/// its bundle now, which a hello alone does not, since it can be replayed for minutes.
package enum HelloProof {
  /// The bytes of a challenge.
  package static let challengeCount = 32
  private static let label = "SophaxNode_HelloProof_v1"

  /// What the prover signs: label, the prover's side, the asker's challenge, the prover's own challenge, the prover's
  /// node ID, the asker's node ID, each behind a 32-bit length. Both challenges bind the proof to this link, both
  /// identities to these two peers. The side defeats whoever dials two nodes and passes the hellos of each to the
  /// other: both would prove themselves as listeners, and each awaits a dialler.
  package static func signingBytes(
    side: LinkSide, challenge: [UInt8], ownChallenge: [UInt8], prover: NodeID, asker: NodeID
  ) -> [UInt8] {
    var writer = ByteWriter(capacity: 256)
    writer.appendLengthPrefixed(Array(label.utf8))
    writer.appendLengthPrefixed(Array(side.rawValue.utf8))
    writer.appendLengthPrefixed(challenge)
    writer.appendLengthPrefixed(ownChallenge)
    writer.appendLengthPrefixed(prover.bytes)
    writer.appendLengthPrefixed(asker.bytes)
    return writer.bytes
  }

  /// Whether `response` is the signature over the proof of the prover at `side`. `challenge` is what the asker sent,
  /// `proverChallenge` what the prover sent in its own first hello.
  package static func isValid(
    response: [UInt8], side: LinkSide, challenge: [UInt8], proverChallenge: [UInt8], prover: IdentityKeys,
    asker: NodeID
  ) -> Bool {
    let signed = signingBytes(
      side: side, challenge: challenge, ownChallenge: proverChallenge, prover: prover.nodeID, asker: asker)
    return Ed25519.isValid(response, for: signed, publicKey: prover.signingKey)
  }
}
