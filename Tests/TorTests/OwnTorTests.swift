import CLinux
import Glibc
import Reactor
import TestReactor
import TestWorld
import Testing
import TorProtocol
import World

@testable import Tor

/// A real tor of our own, without network.
@Suite struct OwnTorTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func configuration() throws -> TorService.Configuration {
    var configuration = TorService.Configuration(mode: .own, folder: directory.file("tor"))
    configuration.onion = try fixedOnion()
    configuration.settings = quickSettings()
    configuration.isNetworkDisabled = true
    return configuration
  }

  private static let hasTor = OwnTor.installedProgram() != nil

  @Test(.enabled(if: hasTor, "tor is not installed"))
  func aKilledTorComesBackWithTheOnion() async throws {
    struct Outcome { var pids: [Int32], states: [String], version: TorVersion?, socks: [SOCKSEndpoint] }
    let outcome: Outcome = try await play { scene in
      let service = scene.keep(TorService(loop: scene.loop, try configuration(), log: .silent))
      var pids: [Int32] = []
      var states: [String] = []
      service.onChange = {
        let word = service.state.onion.word
        if states.last != word { states.append(word) } else { return }
        guard word == "publishing", let pid = service.ownProcessID else { return }
        pids.append(pid)
        if pids.count == 1 {
          kill(pid, SIGKILL)
        } else {
          service.stop()
          scene.finish(
            Outcome(pids: pids, states: states, version: service.state.version, socks: service.state.socks))
        }
      }
      service.start()
    }
    #expect(outcome.pids.count == 2 && outcome.pids[0] != outcome.pids[1])
    #expect(outcome.states == ["down", "publishing", "down", "publishing"])
    #expect(outcome.version.map { $0 >= .minimum } == true)
    // Field case 9: a tor without network has no SOCKS port yet.
    #expect(outcome.socks.isEmpty)
  }

  @Test(.enabled(if: hasTor, "tor is not installed"))
  func aConfigurationThatTorRefusesIsExplained() async throws {
    let words: String = try await play { scene in
      var configuration = try configuration()
      configuration.template = TorrcTemplate(text: TorrcTemplate.standard.text + "NoSuchOption 1\n")
      let service = scene.keep(TorService(loop: scene.loop, configuration, log: .silent))
      service.onChange = {
        guard case .failed(.startFailed) = service.state.link else { return }
        service.stop()
        scene.finish(service.state.summary)
      }
      service.start()
    }
    #expect(words.contains("tor could not be started: exited with code 1"))
    #expect(words.contains("[warn]") && words.contains("NoSuchOption"))
    #expect(words.contains("fix: correct what the log names"))
  }

  /// Programs that end with success, that never end, that are a tor without its libraries, and that are none.
  @Test(arguments: [
    ("exit 0", "is not a tor: asked for its --version it does not say which one it is"),
    ("exec sleep 600", "is not a tor: asked for its --version it does not say which one it is"),
    ("printf '\\nsleep \\033[31m1.0\\n'; exit 127", "it says “sleep \\u{1b}[31m1.0”"),
    ("", "does not take it for a program"),
  ])
  func anotherProgramIsNotTakenForTor(_ script: String, _ words: String) async throws {
    let program = directory.file("program")
    let text = script.isEmpty ? "no program\n" : "#!/bin/sh\n\(script)\n"
    try Files.write(Array(text.utf8), to: program, mode: 0o700)
    let state: TorState = try await play { scene in
      var configuration = try configuration()
      configuration.program = program
      configuration.settings.programAnswer = .milliseconds(200)
      let service = scene.keep(TorService(loop: scene.loop, configuration, log: .silent))
      service.onChange = {
        guard case .failed = service.state.link else { return }
        service.stop()
        scene.finish(service.state)
      }
      service.start()
    }
    #expect(state.words.contains(program) && state.words.contains(words), "\(state.words)")
    #expect(state.fix?.contains("tor.binary") == true)
  }

  @Test func withoutATorProgramAndWithABadTemplate() async throws {
    let failures: [ControlFailure] = try await play { scene in
      let missing = scene.keep(
        OwnTor(
          loop: scene.loop, folder: directory.file("a"), template: .standard, isNetworkDisabled: true,
          settings: quickSettings(), log: .silent, program: { nil }))
      var failures: [ControlFailure] = []
      missing.onFailed = { failure in
        failures.append(failure)
        missing.stop()
        let broken = scene.keep(
          OwnTor(
            loop: scene.loop, folder: directory.file("b"), template: TorrcTemplate(text: ""),
            isNetworkDisabled: true, settings: quickSettings(), log: .silent, program: { "/bin/true" }))
        broken.onFailed = { failure in
          failures.append(failure)
          broken.stop()
          scene.finish(failures)
        }
        broken.start()
      }
      missing.start()
    }
    #expect(failures.first == .notInstalled)
    guard case .startFailed(let reason, _) = failures.last else {
      Issue.record("\(failures)")
      return
    }
    #expect(reason == "torrc template: ${DATA_DIRECTORY} is missing")
  }
}
