import Bytes
package import Crypto

/// What ADD_ONION is asked for: an ephemeral v3 service that lives as long as its control connection.
package struct OnionRequest: Sendable {
  /// Where tor hands the streams on.
  package enum Target: Sendable, Equatable {
    /// A port of 127.0.0.1.
    case port(UInt16)
    /// A socket; ADD_ONION has no quotes, so the path has to be one bare word.
    case unix(path: ControlToken)
  }

  /// The 64-byte expanded Ed25519 secret key (tor-lab §2).
  package var key: SecretBytes
  package var virtualPort: UInt16
  package var target: Target
  /// Streams one rendezvous circuit may open; the circuit is closed beyond. Nil asks for no limit.
  package var maxStreams: Int?
  /// Proof-of-work defence against floods of introductions; its keywords exist since tor 0.4.9.2.
  package var proofOfWork: Bool

  package init(
    key: SecretBytes, virtualPort: UInt16, target: Target, maxStreams: Int? = nil, proofOfWork: Bool = false
  ) {
    self.key = key
    self.virtualPort = virtualPort
    self.target = target
    self.maxStreams = maxStreams
    self.proofOfWork = proofOfWork
  }

  /// The words after ADD_ONION. DiscardPK keeps the key out of the reply.
  var arguments: [String] {
    var flags = ["DiscardPK"]
    if maxStreams != nil { flags.append("MaxStreamsCloseCircuit") }
    var words = ["ED25519-V3:" + Base64.encode(key.exposed), "Flags=" + flags.joined(separator: ",")]
    if let maxStreams { words.append("MaxStreams=\(maxStreams)") }
    if proofOfWork { words.append("PoWDefensesEnabled=1") }
    words.append("Port=\(virtualPort),\(targetWord)")
    return words
  }

  private var targetWord: String {
    switch target {
    case .port(let port): "127.0.0.1:\(port)"
    case .unix(let path): "unix:\(path.text)"
    }
  }
}
