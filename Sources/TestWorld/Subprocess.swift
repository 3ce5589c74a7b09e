import CLinux
import FoundationEssentials
import Glibc

/// A program that a test or the benchmark runs beside itself: its output is collected, and it never outlives the
/// object.
package final class Subprocess {
  /// How a program ended and what it wrote.
  package struct Outcome: Sendable {
    /// The exit code, or 128 plus the signal that ended it.
    package let exitCode: Int32
    package let output: String
    package let errors: String
  }

  package struct LaunchFailure: Error, CustomStringConvertible {
    package let description: String
  }

  package let pid: Int32
  private let outputFile: String
  private let errorFile: String
  private var exitCode: Int32?

  /// Starts a program with its output going to two files under `directory`.
  ///
  /// - Parameters:
  ///   - arguments: the program's path, then its arguments.
  ///   - environment: `NAME=value` lines; nil: ours.
  ///   - input: a file to read; the default is empty.
  package init(
    _ arguments: [String], in directory: String, name: String, environment: [String]? = nil,
    input: String = "/dev/null"
  ) throws {
    outputFile = directory + "/" + name + ".out"
    errorFile = directory + "/" + name + ".err"
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, outputFile, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, errorFile, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    posix_spawn_file_actions_addclosefrom_np(&actions, 3)
    var all = sigset_t()
    sigfillset(&all)
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    var child: pid_t = 0
    let words = arguments.map { strdup($0) } + [nil]
    let settings =
      (environment ?? ProcessInfo.processInfo.environment.map { "\($0)=\($1)" }).map { strdup($0) } + [nil]
    defer {
      for case let word? in words + settings { free(word) }
    }
    let code = posix_spawn(&child, arguments[0], &actions, &attributes, words, settings)
    guard code == 0 else {
      throw LaunchFailure(description: "\(arguments[0]): \(String(cString: strerror(code)))")
    }
    pid = child
  }

  deinit { kill() }

  /// Whether it still runs.
  package var isRunning: Bool {
    reap(WNOHANG)
    return exitCode == nil
  }

  package func signal(_ number: Int32) {
    if isRunning { _ = Glibc.kill(pid, number) }
  }

  /// Ends it at once, as a crash or the out-of-memory killer would.
  package func kill() {
    guard exitCode == nil else { return }
    _ = Glibc.kill(pid, SIGKILL)
    reap(0)
  }

  /// Waits until it ends, at most `limit`; after that it is killed and the outcome says 137.
  @discardableResult
  package func wait(atMost limit: Duration = .seconds(120)) -> Outcome {
    let end = ContinuousClock.now + limit
    while isRunning {
      if ContinuousClock.now > end { kill() } else { pause(milliseconds: 5) }
    }
    return Outcome(exitCode: exitCode ?? -1, output: output, errors: errors)
  }

  /// What it has written so far.
  package var output: String { Self.read(outputFile) }
  package var errors: String { Self.read(errorFile) }

  private func reap(_ flags: Int32) {
    guard exitCode == nil else { return }
    var status: Int32 = 0
    guard waitpid(pid, &status, flags) == pid else { return }
    exitCode = sx_wifexited(status) != 0 ? sx_wexitstatus(status) : 128 + sx_wtermsig(status)
  }

  private static func read(_ path: String) -> String {
    String(decoding: (try? Files.read(path)) ?? [], as: UTF8.self)
  }
}

/// Lets other processes go on for a moment, while a condition that they will bring about is looked at again.
func pause(milliseconds: Int) {
  var time = timespec(tv_sec: 0, tv_nsec: milliseconds * 1_000_000)
  nanosleep(&time, nil)
}

/// Looks until `condition` holds, at most `limit`; false when it never did.
package func eventually(within limit: Duration, _ condition: () throws -> Bool) rethrows -> Bool {
  let end = ContinuousClock.now + limit
  while try !condition() {
    guard ContinuousClock.now < end else { return false }
    pause(milliseconds: 20)
  }
  return true
}
