import Bytes
import Crypto
import TestWorld
import Testing
import World

/// ML-KEM-768 together with implementations that others wrote, as packages of Python: keys and ciphertexts of each side are
/// used by the other.
@Suite struct MLKEMInteropTests {
  /// What a package is called with. `keygen()` yields public and private key, `encaps` ciphertext and secret.
  struct Peer: Sendable {
    let adapter: String
    /// Whether private keys travel as seeds; else expanded.
    let usesSeeds: Bool

    static let kyberPy = Peer(
      adapter: """
        from kyber_py.ml_kem import ML_KEM_768
        keygen, decaps = ML_KEM_768.keygen, ML_KEM_768.decaps
        def encaps(ek): return ML_KEM_768.encaps(ek)[::-1]
        """, usesSeeds: false)
    static let pqcrypto = Peer(
      adapter: "from pqcrypto.kem.ml_kem_768 import keygen, encaps, decaps", usesSeeds: false)
    static let cryptography = Peer(
      adapter: """
        from cryptography.hazmat.primitives.asymmetric.mlkem import MLKEM768PrivateKey, MLKEM768PublicKey
        def keygen():
            key = MLKEM768PrivateKey.generate()
            return key.public_key().public_bytes_raw(), key.private_bytes_raw()
        def encaps(ek): return MLKEM768PublicKey.from_public_bytes(ek).encapsulate()[::-1]
        def decaps(seed, c): return MLKEM768PrivateKey.from_seed_bytes(seed).decapsulate(c)
        keygen()
        """, usesSeeds: true)

    var isHere: Bool { Python.can(adapter) }

    private static let frame = """
      import json, sys
      h = bytes.fromhex
      """

    /// A key pair, and five ciphertexts for `key` with their secrets.
    func greet(_ key: [UInt8]) throws -> JSONValue {
      try Python.run(
        """
        \(Peer.frame)
        \(adapter)
        ek, dk = keygen()
        sent = [encaps(h(sys.argv[1])) for _ in range(5)]
        print(json.dumps({"ek": ek.hex(), "dk": dk.hex(), "sent": [{"c": c.hex(), "k": k.hex()} for c, k in sent]}))
        """, [Hex.encode(key)])
    }

    /// The secrets of ciphertexts under a private key.
    func open(_ ciphertexts: [[UInt8]], with key: [UInt8]) throws -> [[UInt8]] {
      let answer = try Python.run(
        """
        \(Peer.frame)
        \(adapter)
        print(json.dumps([{"k": decaps(h(sys.argv[1]), h(c)).hex()} for c in sys.argv[2:]]))
        """, [Hex.encode(key)] + ciphertexts.map { Hex.encode($0) })
      return try (answer.asArray ?? []).map { try $0.hex("k") }
    }
  }

  private func privateKey(_ bytes: [UInt8], of peer: Peer) throws -> MLKEM768.DecapsulationKey {
    let secret = SecretBytes(copying: bytes)
    return peer.usesSeeds
      ? try MLKEM768.DecapsulationKey(seed: secret) : try MLKEM768.DecapsulationKey(rawBytes: secret)
  }

  private func agree(with peer: Peer) throws {
    let seed = SecretBytes.random(MLKEM768.seedCount)
    let own = try MLKEM768.DecapsulationKey(seed: seed)
    let greeting = try peer.greet(own.encapsulationKey.rawBytes)

    // What the peer sent to our key.
    let sent = try greeting.array("sent")
    #expect(sent.count == 5)
    for item in sent { #expect(try own.decapsulate(item.hex("c")).exposed == item.hex("k")) }

    // What we send to the peer's key, as the peer and as we read it; the last one is changed on the way.
    let theirs = try MLKEM768.EncapsulationKey(rawBytes: greeting.hex("ek"))
    var chance = SystemRandom()
    let ours = (0..<5).map { _ in theirs.encapsulate(using: &chance) }
    var ciphertexts = ours.map(\.ciphertext)
    ciphertexts[4][700] ^= 0x10
    let read = try peer.open(ciphertexts, with: greeting.hex("dk"))
    #expect(read.prefix(4) == ours.prefix(4).map { $0.sharedSecret.exposed }[...])
    let key = try privateKey(greeting.hex("dk"), of: peer)
    #expect(key.encapsulationKey.rawBytes == theirs.rawBytes)
    #expect(try read == ciphertexts.map { try key.decapsulate($0).exposed })

    // Our private key in the peer's hands.
    let exported = peer.usesSeeds ? seed.exposed : own.rawBytes.exposed
    let back = own.encapsulationKey.encapsulate(using: &chance)
    #expect(try peer.open([back.ciphertext], with: exported) == [back.sharedSecret.exposed])
  }

  @Test(.enabled(if: Peer.kyberPy.isHere, "needs the Python package kyber-py"))
  func agreesWithKyberPy() throws { try agree(with: .kyberPy) }

  @Test(.enabled(if: Peer.pqcrypto.isHere, "needs the Python package pqcrypto"))
  func agreesWithPqcrypto() throws { try agree(with: .pqcrypto) }

  @Test(.enabled(if: Peer.cryptography.isHere, "needs the Python package cryptography with ML-KEM"))
  func agreesWithCryptography() throws { try agree(with: .cryptography) }
}
