package import Crypto
import Wire
import World

/// The Double Ratchet with header encryption (Signal's specification, revision 1, §4), as the original protocol
/// has it: ChaCha20-Poly1305 for header and body, header in JSON. A value: a refused message leaves it as it was.
package struct DoubleRatchet: Sendable {
  var rootKey: SecretBytes
  /// The private half of the key that our headers show.
  var ratchetKey: X25519.PrivateKey
  /// Nil until the responder has received its first message.
  var sending: SendingChain?
  /// Nil until the first message has come.
  var receiving: ReceivingChain?
  var nextSendingHeaderKey: SecretBytes
  var nextReceivingHeaderKey: SecretBytes
  /// How many messages the previous sending chain had.
  var previousChainLength: UInt32
  /// Receiving chains before the current one, oldest first.
  var retired: [RetiredChain]
  /// What the peer's headers authenticate; nil until its first message has opened.
  var headerForm: HeaderForm?

  init(
    rootKey: SecretBytes, ratchetKey: X25519.PrivateKey, sending: SendingChain?, receiving: ReceivingChain?,
    nextSendingHeaderKey: SecretBytes, nextReceivingHeaderKey: SecretBytes, previousChainLength: UInt32 = 0,
    retired: [RetiredChain] = [], headerForm: HeaderForm? = nil
  ) {
    self.rootKey = rootKey
    self.ratchetKey = ratchetKey
    self.sending = sending
    self.receiving = receiving
    self.nextSendingHeaderKey = nextSendingHeaderKey
    self.nextReceivingHeaderKey = nextReceivingHeaderKey
    self.previousChainLength = previousChainLength
    self.retired = retired
    self.headerForm = headerForm
  }

  /// The initiator's ratchet after X3DH; it can send at once. Throws when the peer's signed prekey is no key.
  package static func initiator(
    sharedSecret: SecretBytes, signedPreKey: [UInt8], using chance: inout some RandomNumberGenerator
  ) throws(CryptoError) -> DoubleRatchet {
    let ratchetKey = X25519.PrivateKey.generate(using: &chance)
    let step = RatchetKeys.rootStep(
      rootKey: sharedSecret, sharedSecret: try ratchetKey.sharedSecret(with: signedPreKey))
    let headerKey = RatchetKeys.initiatorHeaderKey(sharedSecret)
    return DoubleRatchet(
      rootKey: step.rootKey, ratchetKey: ratchetKey,
      sending: SendingChain(headerKey: headerKey, chainKey: step.chainKey, count: 0), receiving: nil,
      nextSendingHeaderKey: step.nextHeaderKey,
      nextReceivingHeaderKey: RatchetKeys.responderHeaderKey(sharedSecret))
  }

  /// The responder's ratchet after X3DH; it can send once it has received.
  package static func responder(sharedSecret: SecretBytes, signedPreKey: X25519.PrivateKey) -> DoubleRatchet {
    DoubleRatchet(
      rootKey: sharedSecret, ratchetKey: signedPreKey, sending: nil, receiving: nil,
      nextSendingHeaderKey: RatchetKeys.responderHeaderKey(sharedSecret),
      nextReceivingHeaderKey: RatchetKeys.initiatorHeaderKey(sharedSecret))
  }

  /// How many keys are kept for messages that have not come.
  package var skippedKeyCount: Int {
    retired.reduce(receiving?.skipped.count ?? 0) { $0 + $1.skipped.count }
  }
}
