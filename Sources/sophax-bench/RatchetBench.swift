import Crypto
import E2EE
import World

/// Double Ratchet: one party encrypts 1 KiB, the other decrypts it; header encryption included.
enum RatchetBench {
  static func run() throws -> [Figure] {
    var chance = SystemRandom()
    let secret = SecretBytes.random(32)
    let signedPreKey = X25519.PrivateKey.generate(using: &chance)
    var alice = try DoubleRatchet.initiator(
      sharedSecret: secret, signedPreKey: signedPreKey.publicKey, using: &chance)
    var bob = DoubleRatchet.responder(sharedSecret: secret, signedPreKey: signedPreKey)
    let plaintext = [UInt8](repeating: 0x61, count: 1024)
    let now = Timestamp(milliseconds: 1_776_247_200_000)
    let seconds = try Stopwatch.secondsPerCall {
      let message = try alice.encrypt(plaintext, associatedData: [1], using: &chance)
      _ = try bob.decrypt(message, associatedData: [1], at: now, using: &chance)
    }
    return [
      Figure(
        name: "ratchet.encrypt-and-decrypt.1KiB", value: 1 / seconds, unit: "per second",
        note: "one message encrypted and decrypted, header included, one core")
    ]
  }
}
