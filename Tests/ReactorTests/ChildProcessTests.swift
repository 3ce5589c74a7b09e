import Glibc
import Reactor
import TestReactor
import Testing

private struct Outcome: Sendable, Equatable {
  var lines: [String]
  var status: Termination
}

/// Runs a shell script to its end.
private func outcome(
  of script: String, settings: ReactorSettings = ReactorSettings(),
  atFirstLine: @escaping @Sendable (ChildProcess) -> Void = { _ in }
) async throws -> Outcome {
  try await play(settings: settings) { scene in
    let command = ChildCommand(
      "/bin/sh", ["-c", script], environment: ["PATH": "/usr/bin:/bin", "MARK": "a b"], output: .lines)
    let child = try ChildProcess(loop: scene.loop, command)
    child.onLine = { [unowned child] line in
      scene.log.append(line)
      if scene.log.count == 1 { atFirstLine(child) }
    }
    child.onExit = { scene.finish(Outcome(lines: scene.log, status: $0)) }
  }
}

@Suite struct ChildProcessTests {
  @Test func tellsLinesThenTheExitCode() async throws {
    let seen = try await outcome(of: "echo one; echo two >&2; printf 'crlf\\r\\n'; printf rest; exit 7")
    #expect(seen == Outcome(lines: ["one", "two", "crlf", "rest"], status: .exited(code: 7)))
  }

  @Test func linesAreBoundedAndRepaired() async throws {
    var settings = ReactorSettings()
    settings.lineLimit = 4
    let seen = try await outcome(of: "echo 0123456789; printf 'a\\377\\n'; echo end", settings: settings)
    #expect(seen.lines == ["0123", "a\u{FFFD}", "end"])
  }

  @Test func theChildStartsClean() async throws {
    let seen = try await outcome(
      of: """
        ls /proc/self/fd | wc -l
        grep -E '^Sig(Ign|Blk)' /proc/self/status | cut -f2
        env | grep -E '^(MARK|HOME)='
        """)
    // Descriptors 0, 1, 2 and the directory that ls reads; then the environment.
    #expect([seen.lines.first, seen.lines.last] == ["4", "MARK=a b"])
    let signals = seen.lines.dropFirst().dropLast().map { UInt64($0, radix: 16) }
    // Signals 1 to 31; two above them are glibc's own.
    #expect(signals.map { $0.map { $0 & 0x7fff_ffff } } == [0, 0])
  }

  @Test func terminateReachesTheWholeGroup() async throws {
    let seen = try await outcome(of: "sleep 1000 & echo ready; wait") { $0.terminate() }
    #expect(seen == Outcome(lines: ["ready"], status: .killed(signal: SIGTERM)))
  }

  @Test func killDoesNotAsk() async throws {
    let seen = try await outcome(of: "trap '' TERM; echo ready; while :; do sleep 1000; done") {
      $0.terminate()
      $0.kill()
    }
    #expect(seen.status == .killed(signal: SIGKILL))
  }

  @Test func aGrandchildThatHoldsThePipeDoesNotDelayTheEnd() async throws {
    let seen = try await outcome(of: "setsid sleep 20 & echo done")
    #expect(seen == Outcome(lines: ["done"], status: .exited(code: 0)))
  }

  @Test(arguments: ["/nowhere/at/all", "/dev/null/x", "/etc/passwd"])
  func whatCannotRunIsTyped(path: String) async throws {
    let error: LaunchError? = try await play { scene in
      do throws(LaunchError) {
        _ = try ChildProcess(loop: scene.loop, ChildCommand(path))
        scene.finish(nil)
      } catch {
        scene.finish(error)
      }
    }
    #expect(error == (path == "/etc/passwd" ? .notExecutable(path: path) : .notFound(path: path)))
  }

  @Test func aRunningChildEndsWithItsLoop() async throws {
    let processID: Int32 = try await play { scene in
      let child = try ChildProcess(loop: scene.loop, ChildCommand("/bin/sleep", ["1000"]))
      scene.finish(child.processID)
    }
    #expect(kill(processID, 0) == -1 && errno == ESRCH)
  }
}
