import Crypto
package import Wire
import World

extension DoubleRatchet {
  /// Encrypts the next message. The body authenticates `associatedData` and the encrypted header. The advanced
  /// state must be kept before the message leaves, or its key would be used twice.
  package mutating func encrypt(
    _ plaintext: [UInt8], associatedData: [UInt8], using chance: inout some RandomNumberGenerator
  ) throws(RatchetError) -> RatchetMessage {
    guard let chain = sending else { throw .cannotSendYet }
    guard chain.count < E2EESettings.maximumCounter else { throw .counterExhausted }
    let header = RatchetHeader(
      senderRatchetKey: Base64Data(ratchetKey.publicKey), previousChainLength: previousChainLength,
      messageNumber: chain.count)
    let encryptedHeader = ChaCha20Poly1305.seal(
      header.text, key: chain.headerKey, nonce: chance.bytes(ChaCha20Poly1305.nonceCount),
      authenticating: (headerForm ?? .labelled).associatedData)
    let ciphertext = ChaCha20Poly1305.seal(
      plaintext, key: RatchetKeys.messageKey(chain.chainKey), nonce: chance.bytes(ChaCha20Poly1305.nonceCount),
      authenticating: associatedData + encryptedHeader)
    sending = SendingChain(
      headerKey: chain.headerKey, chainKey: RatchetKeys.nextChainKey(chain.chainKey), count: chain.count + 1)
    return RatchetMessage(encryptedHeader: Base64Data(encryptedHeader), ciphertext: Base64Data(ciphertext))
  }
}
