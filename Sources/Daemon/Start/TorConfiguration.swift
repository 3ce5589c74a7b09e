import ControlAPI
import Crypto
import E2EE
import Reactor
import Store
import Tor
import TorProtocol
import Wire

extension TorService.Configuration {
  /// What the operator's configuration means for tor, for a node that serves its onion.
  init(_ configuration: NodeConfiguration, _ identity: LocalIdentity, listeningOn port: UInt16) throws(RPCError) {
    try self.init(attaching: configuration)
    onion = TorService.Onion(
      request: OnionRequest(
        key: identity.signingKey.expanded, virtualPort: configuration.listenPort, target: .port(port),
        proofOfWork: true),
      address: identity.onion)
  }

  /// The same for one who only looks whether tor can be used.
  init(attaching configuration: NodeConfiguration) throws(RPCError) {
    let endpoint: Endpoint? =
      switch configuration.tor.control {
      case .unix(let path): .unix(path: path)
      case .tcp(let host, let port): .tcp(host: host, port: port)
      case nil: nil
      }
    let mode: TorMode =
      switch configuration.tor.mode {
      case .auto: .auto
      case .system: endpoint.map { .control($0) } ?? .system
      case .own: .own
      }
    self.init(mode: mode, folder: configuration.dataDirectory + "/tor")
    preferred = endpoint
    if let file = configuration.tor.passwordFile { password = try Self.password(in: file) }
    program = configuration.tor.binary
    if let file = configuration.tor.template {
      do throws(TorrcTemplate.Unusable) { template = try TorrcTemplate(contentsOf: file) } catch {
        throw RPCError(
          .badInput, "the template for tor's configuration, \(file): \(error)",
          hint: Self.fix(for: error))
      }
    }
  }

  private static func fix(for error: TorrcTemplate.Unusable) -> String {
    switch error {
    case .unreadable: "correct the path in tor.template (--tor-template), or leave it out to use the built-in one"
    case .tooLong, .notText, .wrong: "change a copy of torrc.template, or leave tor.template out"
    }
  }

  private static func password(in file: String) throws(RPCError) -> SecretBytes {
    let key: UnlockKey
    do throws(KeyError) { key = try UnlockKey.passphrase(fromFile: file) } catch {
      throw RPCError(
        .badInput, "tor's control password cannot be read: \(error)",
        hint: RPCError(error).data.hint ?? "correct tor.password-file (--tor-password-file)")
    }
    switch key {
    case .passphrase(let secret), .keyFile(let secret): return secret
    }
  }
}
