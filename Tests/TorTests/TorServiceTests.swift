import Glibc
import Reactor
import Synchronization
import TestReactor
import TestWorld
import Testing
import TorProtocol
import Wire
import World

@testable import Tor

/// The service against a scripted tor on a real socket.
@Suite struct TorServiceTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func service<Value>(
    _ scene: Scene<Value>, log: Logger = .silent, change: (inout TorService.Configuration) -> Void = { _ in }
  ) throws -> (TorService, FakeControlPort) {
    let onion = try fixedOnion()
    let port = scene.keep(
      FakeControlPort(loop: scene.loop, folder: directory.path, serviceID: onion.address.serviceID))
    var configuration = TorService.Configuration(
      mode: .control(.unix(path: port.path)), folder: directory.file("tor"))
    configuration.onion = onion
    configuration.settings = quickSettings()
    change(&configuration)
    return (scene.keep(TorService(loop: scene.loop, configuration, log: log)), port)
  }

  @Test func attachesAndPublishes() async throws {
    let state: TorState = try await play { scene in
      let (service, port) = try service(scene)
      try port.start(cookie: 1)
      port.onCommand = { if $0.hasPrefix("ADD_ONION") { port.sendDescriptorEvent("UPLOADED") } }
      service.onChange = { if service.state.onion == .up { scene.finish(service.state) } }
      service.start()
    }
    #expect(state.isReady && state.hasProofOfWork)
    #expect(state.socks == [.tcp(host: "127.0.0.1", port: 9050)])
  }

  /// Field case 1: a restarted tor has a new cookie and no onion.
  @Test func aRestartedTorGetsTheSameOnion() async throws {
    let sessions: [[String]] = try await play { scene in
      let (service, port) = try service(scene)
      try port.start(cookie: 1)
      var starts = 1
      var isDown = false
      port.onCommand = { if $0.hasPrefix("ADD_ONION") { port.sendDescriptorEvent("UPLOADED") } }
      service.onChange = {
        switch (service.state.onion, starts) {
        case (.up, 1):
          starts = 2
          port.stop()
        case (.down, 2) where !isDown:
          isDown = true
          do { try port.start(cookie: 2) } catch { scene.fail(error) }
        case (.up, 2) where isDown: scene.finish(port.sessions)
        case _: break
        }
      }
      service.start()
    }
    #expect(sessions.count == 2)
    let onions = sessions.map { $0.filter { $0.hasPrefix("ADD_ONION") } }
    #expect(onions[0].count == 1 && onions[0] == onions[1])
    let proofs = sessions.map { $0.filter { $0.hasPrefix("AUTHENTICATE") } }
    #expect(proofs[0] != proofs[1])
  }

  /// Field case 17: the node is there before tor is.
  @Test func torComesLater() async throws {
    let summary: String = try await play { scene in
      let (service, port) = try service(scene)
      var firstWords: String?
      service.onChange = {
        if firstWords == nil, case .failed = service.state.link {
          firstWords = service.state.summary
          do { try port.start(cookie: 1) } catch { scene.fail(error) }
        }
        if service.state.link == .attached { scene.finish(firstWords ?? "") }
      }
      service.start()
    }
    #expect(summary.hasPrefix("tor is not running at \(directory.file("control")): no such file; fix: start tor"))
  }

  @Test func aTorThatStopsAnsweringIsLeftAndTriedAgain() async throws {
    let silent: String = try await play { scene in
      let (service, port) = try service(scene) { $0.settings.session.reply = .milliseconds(100) }
      port.template.commandsBeforeSilence = 2
      try port.start(cookie: 1)
      var firstSilent: String?
      service.onChange = {
        switch service.state.link {
        case .failed(.silent(let command)):
          firstSilent = firstSilent ?? command
          port.template.commandsBeforeSilence = nil
        case .attached: scene.finish(firstSilent ?? "none")
        case .failed, .connecting, .authenticating: break
        }
      }
      service.start()
    }
    #expect(silent == "AUTHENTICATE")
  }

  /// Field case 11: no storm, and in words.
  @Test func theCookieOfAnotherTor() async throws {
    let words: String = try await play { scene in
      let wrong = directory.file("wrong")
      try Files.write([UInt8](repeating: 9, count: 32), to: wrong)
      let (service, port) = try service(scene) { $0.cookiePath = wrong }
      try port.start(cookie: 1)
      service.onChange = {
        if case .failed(.foreignCookie) = service.state.link { scene.finish(service.state.summary) }
      }
      service.start()
    }
    #expect(words.hasPrefix("the cookie \(directory.file("wrong")) belongs to another tor"))
  }

  @Test func aCookieThatIsNoFile() async throws {
    mkfifo(directory.file("fifo"), 0o600)
    #expect(SystemFiles.cookie(directory.file("fifo")) == .failure(ReadFailure(.wrongContent)))
    #expect(SystemFiles.cookie(directory.path) == .failure(ReadFailure(.wrongContent)))
    #expect(SystemFiles.cookie(directory.file("none")) == .failure(ReadFailure(.missing)))
    try Files.write([UInt8](repeating: 1, count: 100), to: directory.file("long"))
    #expect(try SystemFiles.cookie(directory.file("long")).get().count == 33)
  }

  @Test(.enabled(if: getuid() != 0, "root may open everything"))
  func aSocketThatWeMayNotOpen() throws {
    try Files.write([], to: directory.file("s"), mode: 0)
    guard case .denied = SystemFiles.trouble(using: directory.file("s")) else {
      Issue.record("opened a file of mode 0")
      return
    }
  }

  /// Field case: the group that is named is the one that the mode lets in.
  @Test func whoIsLetInIsReadFromTheMode() throws {
    let path = directory.file("cookie")
    try Files.write([], to: path, mode: 0o600)
    #expect(SystemFiles.denial(path).group == nil && SystemFiles.denial(path).place == path)
    // Root can give it to a group; others keep theirs.
    let group: gid_t = getuid() == 0 ? 1 : getgid()
    try #require(chown(path, getuid(), group) == 0 && chmod(path, 0o640) == 0)
    let name = try #require(getgrgid(group).map { String(cString: $0.pointee.gr_name) })
    #expect(SystemFiles.denial(path).group == name)
    try #require(chmod(path, 0o604) == 0)
    #expect(SystemFiles.denial(path).group == nil)
  }

  @Test func modes() {
    #expect(TorMode("auto") == .auto && TorMode("system") == .system && TorMode("own") == .own)
    #expect(TorMode("unix:/run/tor/control") == .control(.unix(path: "/run/tor/control")))
    #expect(TorMode("tcp:127.0.0.1:9051") == .control(.tcp(host: "127.0.0.1", port: 9051)))
    #expect(TorMode("tcp:[::1]:9051") == .control(.tcp(host: "::1", port: 9051)))
    for text in [
      "", "other", "unix:", "unix:relative", "tcp:9051", "tcp::9051", "tcp:127.0.0.1:0", "tcp:127.0.0.1:x",
    ] {
      #expect(TorMode(text) == nil)
    }
  }

  @Test func autoTakesTheSystemsTorWhenItIsThere() async throws {
    let summary: String = try await play { scene in
      let (service, port) = try service(scene) {
        $0.mode = .auto
        $0.systemSockets = [directory.file("none"), directory.file("control")]
      }
      try port.start(cookie: 1)
      service.onChange = { if service.state.link == .attached { scene.finish(service.state.summary) } }
      service.start()
    }
    #expect(!summary.isEmpty)
  }

  /// A control port that is there and of no use: `auto` goes on with an own tor, `system` does not.
  @Test func autoRunsItsOwnTorWhenTheOtherCannotBeUsed() async throws {
    let place: String = try await play { scene in
      let wrong = directory.file("wrong")
      try Files.write([UInt8](repeating: 9, count: 32), to: wrong)
      let (service, port) = try service(scene) {
        $0.mode = .auto
        $0.preferred = .unix(path: directory.file("control"))
        $0.cookiePath = wrong
        $0.program = directory.file("nope")
      }
      try port.start(cookie: 1)
      service.onChange = {
        switch service.state.link {
        case .failed(.programUnusable): scene.finish("\(service.place): \(service.state.summary)")
        case .failed(let other): scene.finish(other.description)
        case .connecting, .authenticating, .attached: break
        }
      }
      service.start()
    }
    let program = directory.file("nope")
    #expect(
      place.hasPrefix("the node's own tor: the tor program \(program) cannot be run: no such file; fix: correct"))
  }

  @Test func anOperatorHearsOfFailuresAndOfTheOnion() async throws {
    let heard = Mutex<[LogLevel: [String]]>([:])
    let log = Logger(label: "tor", minimum: .debug) { level, _, text in
      heard.withLock { $0[level, default: []].append(text) }
    }
    let _: Bool = try await play { scene in
      let (service, port) = try service(scene, log: log)
      port.onCommand = { if $0.hasPrefix("ADD_ONION") { port.sendDescriptorEvent("UPLOADED") } }
      service.onChange = {
        if case .failed = service.state.link { try? port.start(cookie: 1) }
        if service.state.onion == .up { scene.finish(true) }
      }
      service.start()
    }
    #expect(heard.withLock { $0[.warning]?.first?.contains("tor is not running") } == true)
    #expect(heard.withLock { $0[.notice]?.contains("tor is ready, the onion service is published") } == true)
  }

  @Test func theFirstRealTroubleIsTold() throws {
    let none = [directory.file("a"), directory.file("b")]
    guard case .unusable(let path, .missing) = SystemTor.find(sockets: none) else {
      Issue.record("found a socket that is not there")
      return
    }
    #expect(path == directory.file("a"))
  }

  /// Field case 5: published, and yet unreachable from outside.
  @Test func anUnreachableOnionIsHealedInSteps() async throws {
    let commands: [String] = try await play { scene in
      let proxy = try proxyWithoutDescriptors(scene)
      let (service, port) = try service(scene) { $0.settings.health = Self.quickHealth }
      port.template.listeners = "\"127.0.0.1:\(proxy.port ?? 0)\""
      try port.start(cookie: 1)
      var healing: [String] = []
      port.onCommand = { command in
        if command.hasPrefix("ADD_ONION") { port.sendDescriptorEvent("UPLOADED") }
        if let word = Self.remedy(command) { healing.append(word) }
        if healing.count == 4 { scene.finish(healing) }
      }
      service.start()
    }
    #expect(commands == ["ADD_ONION", "SIGNAL", "DEL_ONION", "ADD_ONION"])
  }

  /// D61: what republishing does not mend, a new tor may.
  @Test func anOwnTorIsStartedAgainWhenTheOnionStaysUnreachable() async throws {
    struct Outcome { var pids: [Int32], sessions: [[String]], health: OnionHealth }
    let program = directory.file("program")
    let script = "#!/bin/sh\n[ \"$1\" = --version ] && echo 'Tor version 0.4.9.11.' && exit\nexec sleep 600\n"
    try Files.write(Array(script.utf8), to: program, mode: 0o700)
    let outcome: Outcome = try await play { scene in
      let proxy = try proxyWithoutDescriptors(scene)
      let onion = try fixedOnion()
      let port = scene.keep(
        FakeControlPort(
          loop: scene.loop, folder: directory.file("tor"), serviceID: onion.address.serviceID,
          cookieName: "control.authcookie"))
      port.template.listeners = "\"127.0.0.1:\(proxy.port ?? 0)\""
      var configuration = TorService.Configuration(mode: .own, folder: directory.file("tor"))
      configuration.onion = onion
      configuration.program = program
      configuration.settings = quickSettings()
      configuration.settings.health = Self.quickHealth
      let service = scene.keep(TorService(loop: scene.loop, configuration, log: .silent))
      var pids: [Int32] = []
      scene.loop.onTurnEnd = { [weak service, weak port] in
        // The process is there and its control port is not yet: it opens now.
        guard let port, let pid = service?.ownProcessID, pids.last != pid else { return }
        pids.append(pid)
        port.stop()
        do { try port.start(cookie: 1) } catch { scene.fail(error) }
      }
      port.onCommand = { command in
        guard command.hasPrefix("ADD_ONION") else { return }
        port.sendDescriptorEvent("UPLOADED")
        guard pids.count == 2 else { return }
        service.stop()
        scene.finish(Outcome(pids: pids, sessions: port.sessions, health: service.health))
      }
      service.start()
    }
    #expect(Set(outcome.pids).count == 2)
    let first = outcome.sessions.flatMap { $0 }.compactMap(Self.remedy).prefix(6)
    #expect(first == ["ADD_ONION", "SIGNAL", "DEL_ONION", "ADD_ONION", "SIGNAL", "SIGNAL"])
    #expect(outcome.health.counters["onion.healing.tor-restarted"] == 1)
    #expect(outcome.health.failures >= 6 && outcome.health.lastReached == nil)
  }

  private static var quickHealth: OnionHealth.Settings {
    var settings = OnionHealth.Settings()
    (settings.first, settings.retry) = (.milliseconds(1), .milliseconds(1))
    return settings
  }

  /// The word of a command that heals.
  private static func remedy(_ command: String) -> String? {
    let word = String(command.prefix { $0 != " " })
    return ["ADD_ONION", "DEL_ONION", "SIGNAL"].contains(word) ? word : nil
  }

  /// A SOCKS proxy that has no descriptor for any onion.
  private func proxyWithoutDescriptors<Value>(_ scene: Scene<Value>) throws -> Listener {
    let proxy = scene.keep(try Listener(loop: scene.loop, at: .tcp(host: "127.0.0.1", port: 0)))
    proxy.onAccept = { connection in
      scene.keep(connection).onBytes = { [unowned connection] bytes in
        let answer: [UInt8] =
          switch bytes.count {
          case 3: [5, 2]
          case 72...: bytes[0] == 1 ? [1, 0] : [5, 0xF0]
          case _: [1, 0]
          }
        try? connection.write(answer)
      }
    }
    return proxy
  }
}
