import Crypto
import E2EE
import World

/// Double Ratchet: one party encrypts 1 KiB, the other decrypts it; header encryption included. Beside it vodozemac, whose
/// ratchet does not encrypt headers.
enum RatchetBench {
  private static let now = Timestamp(milliseconds: 1_776_247_200_000)

  /// Two parties of which the initiator has sent and both have turned.
  private struct Pair {
    private var alice: DoubleRatchet
    private var bob: DoubleRatchet
    private let plaintext = [UInt8](repeating: 0x61, count: 1024)
    private var chance = SystemRandom()

    init() throws {
      let secret = SecretBytes.random(32)
      let signedPreKey = X25519.PrivateKey.generate(using: &chance)
      alice = try DoubleRatchet.initiator(
        sharedSecret: secret, signedPreKey: signedPreKey.publicKey, using: &chance)
      bob = DoubleRatchet.responder(sharedSecret: secret, signedPreKey: signedPreKey)
      try thereAndBack()
    }

    mutating func there() throws {
      let message = try alice.encrypt(plaintext, associatedData: [1], using: &chance)
      _ = try bob.decrypt(message, associatedData: [1], at: now, using: &chance)
    }

    mutating func thereAndBack() throws {
      try there()
      let message = try bob.encrypt(plaintext, associatedData: [1], using: &chance)
      _ = try alice.decrypt(message, associatedData: [1], at: now, using: &chance)
    }
  }

  private static let vodozemac = """
    try:
        import vodozemac
        a, b = vodozemac.Account(), vodozemac.Account()
        b.generate_one_time_keys(1)
        alice = a.create_outbound_session(b.curve25519_key, list(b.one_time_keys.values())[0])
        text = b"a" * 1024
        bob, _ = b.create_inbound_session(a.curve25519_key, alice.encrypt(text).to_pre_key())
        def there(): bob.decrypt(alice.encrypt(text))
        def there_and_back():
            there()
            alice.decrypt(bob.encrypt(text))
        there_and_back()
        result["one way"] = per_call(there)
        result["turning"] = per_call(there_and_back) / 2
    except (ImportError, AttributeError): pass
    """

  static func run(skipped: (String) -> Void) throws -> [Figure] {
    var pair = try Pair()
    let oneWay = try Stopwatch.secondsPerCall { try pair.there() }
    let turning = try Stopwatch.secondsPerCall { try pair.thereAndBack() } / 2
    let peer = PythonPeer.seconds(vodozemac)
    if peer.isEmpty { skipped("vodozemac") }
    return figures(
      "ratchet.encrypt-and-decrypt.1KiB", "one message encrypted and decrypted", oneWay, peer["one way"])
      + figures("ratchet.turn.1KiB", "the same, each message the first after a turn", turning, peer["turning"])
  }

  private static func figures(_ name: String, _ note: String, _ own: Double, _ peer: Double?) -> [Figure] {
    let figure = Figure(name: name, value: 1 / own, unit: "per second", note: note + ", header included, one core")
    guard let peer else { return [figure] }
    return [
      figure,
      Figure(name: name + ".vodozemac", value: 1 / peer, unit: "per second", note: "header in clear"),
      Figure(name: name + ".ratio", value: peer / own, unit: "", note: "our rate by vodozemac's: at least 1"),
    ]
  }
}
