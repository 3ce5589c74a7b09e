import CLI
import ControlAPI
import Daemon
import Glibc
import TorTestNetwork

/// What the command line does without a daemon, by the targets that only the executable sees.
struct LocalActor: LocalActions {
  func initialise(_ request: InitialiseRequest) async throws(RPCError) -> IdentityView {
    // A key may come from a pipe that nobody writes to.
    Interrupts.release()
    return try NodeInitialiser.initialise(
      request.configuration, unlock: StoreUnlock(request.key), username: request.username)
  }

  func requireFree(_ configuration: NodeConfiguration) async throws(RPCError) {
    try DaemonMain.requireFree(configuration)
  }

  func runDaemon(_ request: DaemonRequest, onReady: @escaping @Sendable () -> Void) async throws(RPCError) {
    Interrupts.release()
    try await DaemonMain.run(
      request.configuration, unlock: StoreUnlock(request.key), log: request.logger, onReady: onReady)
  }

  func diagnose(_ configuration: NodeConfiguration, key: Result<StoreKey?, RPCError>) async -> [Finding] {
    await Diagnosis.run(configuration, unlock: key.map { $0.map(StoreUnlock.init) })
  }

  func startTestnet(
    _ request: TestnetRequest, report: @escaping @Sendable (_ stage: String, _ elapsed: Duration) -> Void
  ) async throws(RPCError) -> [TestnetNodeView] {
    var plan = TestNetworkPlan(
      pump: .process([ownPath, "testnet", "pump", request.directory]), endsWithThisProcess: false)
    plan.relays = request.relays ?? plan.relays
    plan.clients = request.clients ?? plan.clients
    do throws(TestNetworkError) {
      return views(of: try TestNetwork.up(in: request.directory, plan, progress: report))
    } catch {
      throw RPCError(error)
    }
  }

  func testnet(in directory: String) async throws(RPCError) -> [TestnetNodeView] {
    do throws(TestNetworkError) { return views(of: try TestNetwork(openIn: directory)) } catch {
      throw RPCError(error)
    }
  }

  func stopTestnet(in directory: String) async throws(RPCError) {
    do throws(TestNetworkError) { try TestNetwork(openIn: directory).down() } catch { throw RPCError(error) }
  }

  private func views(of network: TestNetwork) -> [TestnetNodeView] {
    network.status().map { status in
      TestnetNodeView(
        name: status.node.name, role: status.node.role.rawValue, pid: status.pid, percent: status.bootstrap,
        control: "127.0.0.1:\(status.node.controlPort)",
        socks: status.node.socksPort == 0 ? nil : "127.0.0.1:\(status.node.socksPort)")
    }
  }

  /// The program that runs now, whatever the path was called that started it.
  private var ownPath: String {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &path, path.count - 1)
    guard count > 0 else { return CommandLine.arguments[0] }
    return String(decoding: path.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

extension StoreUnlock {
  init(_ key: StoreKey) {
    switch key {
    case .passphrase(let secret): self = .passphrase(secret)
    case .passphraseFile(let path): self = .passphraseFile(path)
    case .credential(let path): self = .credential(path)
    case .keyFile(let path): self = .keyFile(path)
    }
  }
}

extension RPCError {
  init(_ error: TestNetworkError) {
    let reason: ControlErrorReason =
      switch error {
      case .alreadyRunning: .alreadyRunning
      case .noNetwork, .noNode: .notFound
      case .foreign, .notADirectory: .badInput
      case .file, .noFreePorts: .internalFailure
      case .programMissing, .programFailed, .spawnFailed, .control, .timeout: .torUnavailable
      }
    self.init(reason, "\(error)")
  }
}
