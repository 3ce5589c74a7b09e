package import ControlAPI
import Glibc
import Reactor
import Store
import Tor
import TorProtocol
import Wire
import World

/// `sophax doctor`: everything that can be looked at without a running daemon, with the exact fix for what is wrong.
package enum Diagnosis {
  /// How long tor may take to answer on its control port: a running one answers in milliseconds, one that is started
  /// for this on a busy machine takes seconds.
  private static let torPatience: Duration = .seconds(15)
  /// Open files that a busy node needs: 512 links, as many dials, the store, and room.
  private static let wantedFiles: UInt64 = 2048

  package static func run(_ configuration: NodeConfiguration) async -> [Finding] {
    let data = dataDirectory(configuration)
    let machine = [freeSpace(configuration), openFiles(), controlSocket(configuration)]
    switch data.state {
    case .free:
      return [data.finding] + key(configuration) + machine + [seeds(configuration), await tor(configuration)]
    // Its tor is in use, and a second one in the same folder would end it: the daemon itself says how tor is, and
    // whether it knows a way into the directory.
    case .inUse: return [data.finding] + key(configuration) + machine
    case .unusable: return [data.finding] + machine
    }
  }

  /// What can be done with the data directory now.
  private enum DataState { case free, inUse, unusable }

  // MARK: The machine

  private static func dataDirectory(_ configuration: NodeConfiguration) -> (state: DataState, finding: Finding) {
    let check = "data directory"
    do throws(VaultError) {
      let vault = try Vault.open(at: configuration.dataDirectory)
      do throws(StoreError) { try vault.checkDatabase() } catch {
        let cause = RPCError(error)
        return (.unusable, Finding(check, .bad, cause.message, fix: cause.data.hint, reason: cause.reason))
      }
      return (.free, Finding(check, .good, "\(configuration.dataDirectory) holds a node that nobody uses now"))
    } catch {
      let cause = RPCError(error)
      switch error {
      case .lockedBy(let pid): return (.inUse, Finding(check, .good, "in use by the daemon, process \(pid)"))
      case .missing, .exists, .notEmpty, .unsafeFileSystem, .exposed, .foreign, .file:
        return (.unusable, Finding(check, .bad, cause.message, fix: cause.data.hint, reason: cause.reason))
      }
    }
  }

  private static func key(_ configuration: NodeConfiguration) -> [Finding] {
    let checked: (String, StoreUnlock)?
    if let path = configuration.keyFile {
      checked = ("key file", .keyFile(path))
    } else {
      checked = configuration.passphraseFile.map { ("passphrase file", .passphraseFile($0)) }
    }
    guard let (check, unlock) = checked else { return [] }
    do throws(RPCError) {
      _ = try unlock.key()
      return [Finding(check, .good, "is there, and nobody else can read it")]
    } catch {
      return [Finding(check, .bad, error.message, fix: error.data.hint, reason: error.reason)]
    }
  }

  private static func freeSpace(_ configuration: NodeConfiguration) -> Finding {
    let check = "disk space"
    var status = statvfs()
    guard statvfs(existing(configuration.dataDirectory), &status) == 0 else {
      return Finding(check, .warning, "cannot be told: \(String(cString: strerror(errno)))")
    }
    let free = UInt64(status.f_bavail) * UInt64(status.f_frsize) / (1 << 20)
    guard free >= 64 else {
      return Finding(
        check, .bad, "\(free) MiB are free, and the store refuses writes when there is none",
        fix: "free at least 64 MiB on the disk of \(configuration.dataDirectory)", reason: .storeUnusable)
    }
    return Finding(check, .good, "\(free) MiB are free")
  }

  private static func openFiles() -> Finding {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    let most = UInt64(limit.rlim_max)
    guard most >= wantedFiles else {
      return Finding(
        "open files", .warning, "the limit is \(most); a busy node wants \(wantedFiles)",
        fix: "set LimitNOFILE=\(wantedFiles) in the service, or ulimit -Hn \(wantedFiles)")
    }
    return Finding("open files", .good, "the limit is \(most)")
  }

  private static func controlSocket(_ configuration: NodeConfiguration) -> Finding {
    let check = "control socket"
    let path = configuration.controlSocket
    let folder = parent(path)
    guard access(existing(folder), W_OK | X_OK) == 0 else {
      return Finding(
        check, .bad, "no socket can be made in \(folder): \(String(cString: strerror(errno)))",
        fix: "mkdir -p -m 700 \(folder), or set control.socket to a path in a folder of your own", reason: .badInput
      )
    }
    return Finding(check, .good, path)
  }

  /// The nearest folder on the way to a path that is there: what is missing below it is made when it is needed.
  private static func existing(_ path: String) -> String {
    var folder = path
    while access(folder, F_OK) != 0, folder != "/" { folder = parent(folder) }
    return folder
  }

  private static func parent(_ path: String) -> String {
    guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return "/" }
    return String(path[..<slash])
  }

  private static func seeds(_ configuration: NodeConfiguration) -> Finding {
    guard configuration.seeds.isEmpty else {
      return Finding("seeds", .good, "configured: \(configuration.seeds.count)")
    }
    return Finding(
      "seeds", .warning,
      "none is configured: the directory is entered through those added before and contacts of an earlier run",
      fix: "once the node runs: sophax dir seeds add ADDRESS.onion")
  }

  // MARK: tor

  private static func tor(_ configuration: NodeConfiguration) async -> Finding {
    let check = "tor"
    do throws(RPCError) {
      let tor = try TorService.Configuration(attaching: configuration)
      let (place, state) = try await Attempt(tor).result(within: torPatience)
      guard let state else {
        return Finding(
          check, .bad, "\(place) does not answer on its control port", fix: "restart tor", reason: .torUnavailable)
      }
      return finding(check, place, state)
    } catch {
      return Finding(check, .bad, error.message, fix: error.data.hint, reason: error.reason)
    }
  }

  private static func finding(_ check: String, _ place: String, _ state: TorState) -> Finding {
    switch state.link {
    case .failed(let failure):
      return Finding(check, .bad, failure.description, fix: failure.fix, reason: .torUnavailable)
    case .connecting, .authenticating, .attached:
      let text = "\(place) answers" + (state.version.map { ", version \($0)" } ?? "")
      guard let warning = state.version?.warning else { return Finding(check, .good, text) }
      return Finding(check, .warning, "\(text): \(warning)", fix: "upgrade the tor package")
    }
  }
}

/// One attempt to talk to tor, on a loop of its own.
private actor Attempt {
  nonisolated private let loop: EventLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
  private let configuration: TorService.Configuration
  private var service: TorService?
  private var timer: Timer?
  private var answer: CheckedContinuation<(place: String, state: TorState?), Never>?

  init(_ configuration: TorService.Configuration) throws(RPCError) {
    do throws(SystemError) {
      loop = try EventLoop()
      try loop.start()
    } catch {
      throw RPCError(.internalFailure, "the event loop cannot start: \(error)")
    }
    self.configuration = configuration
  }

  deinit { loop.stop() }

  /// Which tor it was, and how it stands; nil when it did not answer.
  func result(within limit: Duration) async -> (place: String, state: TorState?) {
    let service = TorService(loop: loop, configuration, log: .silent)
    self.service = service
    let timer = Timer(loop: loop) { [self] in end(nil) }
    timer.schedule(after: limit)
    self.timer = timer
    return await withCheckedContinuation { continuation in
      answer = continuation
      service.onChange = { [self] in
        switch service.state.link {
        case .connecting, .authenticating: break
        case .failed: end(service.state)
        case .attached: if service.state.version != nil { end(service.state) }
        }
      }
      service.start()
    }
  }

  private func end(_ state: TorState?) {
    answer?.resume(returning: (service?.place ?? "tor", state))
    answer = nil
    timer = nil
    service?.stop()
    service = nil
  }
}
