import CLI
import ControlAPI
import Crypto
import Synchronization
import World

/// The actions without a daemon, as a script gives them.
final class ScriptedActions: LocalActions {
  /// What was asked for, as words.
  private let calls = Mutex<[String]>([])
  private let failure: RPCError?
  private let findings: [Finding]

  private let vacancy: RPCError?

  init(failure: RPCError? = nil, findings: [Finding] = [], vacancy: RPCError? = nil) {
    self.failure = failure
    self.vacancy = vacancy
    self.findings = findings
  }

  var heard: [String] { calls.withLock { $0 } }

  func initialise(_ request: InitialiseRequest) async throws(RPCError) -> IdentityView {
    note("init \(request.username ?? "-") \(text(request.key))")
    if let failure { throw failure }
    return IdentityView(
      nodeID: String(repeating: "ab", count: 32), peerID: String(repeating: "ab", count: 16),
      prefix: String(repeating: "ab", count: 8), address: "example.onion:25519", username: request.username,
      safetyNumber: "00000 11111", link: "sophaxchat://add?id=ab")
  }

  func requireFree(_ configuration: NodeConfiguration) async throws(RPCError) {
    if let vacancy { throw vacancy }
  }

  func runDaemon(_ request: DaemonRequest, onReady: @escaping @Sendable () -> Void) async throws(RPCError) {
    note("daemon \(request.configuration.tor.mode.rawValue) \(text(request.key))")
    request.logger.notice("began")
    if let failure { throw failure }
    onReady()
  }

  func diagnose(_ configuration: NodeConfiguration, key: Result<StoreKey?, RPCError>) async -> [Finding] {
    switch key {
    case .success(let key): note("doctor \(key.map(text) ?? "asks")")
    case .failure(let error): note("doctor \(error.message)")
    }
    return findings
  }

  func startTestnet(
    _ request: TestnetRequest, report: @escaping @Sendable (String, Duration) -> Void
  ) async throws(RPCError) -> [TestnetNodeView] {
    if let failure { throw failure }
    report("authority up", .milliseconds(1200))
    return nodes(pid: 100)
  }

  func testnet(in directory: String) async throws(RPCError) -> [TestnetNodeView] {
    if let failure { throw failure }
    return nodes(pid: nil)
  }

  func stopTestnet(in directory: String) async throws(RPCError) {
    if let failure { throw failure }
  }

  private func nodes(pid: Int32?) -> [TestnetNodeView] {
    [
      TestnetNodeView(
        name: "authority1", role: "authority", pid: 99, percent: 100, control: "127.0.0.1:4001", socks: nil),
      TestnetNodeView(
        name: "client1", role: "client", pid: pid, percent: pid.map { _ in 100 }, control: "127.0.0.1:4002",
        socks: "127.0.0.1:4003"),
    ]
  }

  private func text(_ key: StoreKey) -> String {
    switch key {
    case .passphrase(let secret): "passphrase \(String(decoding: secret.exposed, as: UTF8.self))"
    case .passphraseFile(let path): "passphrase-file \(path)"
    case .credential(let path): "credential \(path)"
    case .keyFile(let path): "key-file \(path)"
    }
  }

  private func note(_ call: String) { calls.withLock { $0.append(call) } }
}
