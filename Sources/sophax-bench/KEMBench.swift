import Crypto

/// ML-KEM-768 with keys that are kept ready, as both sides of the comparison keep them.
enum KEMBench {
  private static let packages = ["pqcrypto", "cryptography"]

  private static let script = """
    try:
        from pqcrypto.kem.ml_kem_768 import keygen, encaps, decaps
        pk, sk = keygen()
        sent = encaps(pk)[0]
        result["pqcrypto encapsulate"] = per_call(lambda: encaps(pk))
        result["pqcrypto decapsulate"] = per_call(lambda: decaps(sk, sent))
    except ImportError: pass
    try:
        from cryptography.hazmat.primitives.asymmetric.mlkem import MLKEM768PrivateKey
        key = MLKEM768PrivateKey.generate()
        public = key.public_key()
        ciphertext = public.encapsulate()[1]
        result["cryptography encapsulate"] = per_call(public.encapsulate)
        result["cryptography decapsulate"] = per_call(lambda: key.decapsulate(ciphertext))
    except Exception: pass
    """

  static func run(skipped: (String) -> Void) throws -> [Figure] {
    var chance = SystemRandom()
    let key = MLKEM768.DecapsulationKey.generate(using: &chance)
    let sent = key.encapsulationKey.encapsulate(using: &chance)
    let generate = Stopwatch.secondsPerCall { _ = MLKEM768.DecapsulationKey.generate(using: &chance) }
    let encapsulate = Stopwatch.secondsPerCall { _ = key.encapsulationKey.encapsulate(using: &chance) }
    let decapsulate = try Stopwatch.secondsPerCall { _ = try key.decapsulate(sent.ciphertext) }

    let peers = PythonPeer.seconds(script)
    for package in packages where peers["\(package) encapsulate"] == nil { skipped(package) }
    return [figure("kem.generate", generate, "a key pair")]
      + figures("encapsulate", encapsulate, peers) + figures("decapsulate", decapsulate, peers)
  }

  private static func figures(_ act: String, _ own: Double, _ peers: [String: Double]) -> [Figure] {
    let name = "kem.\(act)"
    let found = packages.compactMap { package in peers["\(package) \(act)"].map { (package, $0) } }
    var figures = [figure(name, own, "ML-KEM-768, key kept ready, one core")]
    figures += found.map { figure("\(name).\($0.0)", $0.1, "the same by the Python package") }
    if let fastest = found.map(\.1).min() {
      figures.append(
        Figure(
          name: name + ".ratio", value: own / fastest, unit: "", note: "our time by the fastest's: at most 3"))
    }
    return figures
  }

  private static func figure(_ name: String, _ seconds: Double, _ note: String) -> Figure {
    Figure(name: name, value: seconds * 1e6, unit: "µs", note: note)
  }
}
