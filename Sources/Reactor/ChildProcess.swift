import CLinux
import Glibc

/// A child process on the loop. Loop-confined. It keeps itself alive until the process has ended, so `onExit` comes
/// even when nobody holds it; when the loop ends first, the process is killed.
///
/// The end is told by a pidfd, not by SIGCHLD: it concerns this one process, and no other part of the program that
/// waits for children can take it away.
package final class ChildProcess {
  /// A line of what it wrote, at most `ReactorSettings.lineLimit` bytes, unescaped.
  package var onLine: ((String) -> Void)?
  /// It ended. Called once, after the last line.
  package var onExit: ((Termination) -> Void)?

  package let processID: Int32
  /// `nil` while it runs.
  package private(set) var termination: Termination?

  private let loop: EventLoop
  private var output: ChildOutput?
  private var exitSource: EventSource?

  /// Starts `command`.
  package init(loop: EventLoop, _ command: ChildCommand) throws(LaunchError) {
    loop.preconditionOnLoop()
    self.loop = loop
    switch command.output {
    case .discarded: processID = try Spawn.run(command, output: nil)
    case .lines:
      do throws(SystemError) { output = try ChildOutput(loop: loop) } catch { throw .system(error) }
      processID = try Spawn.run(command, output: output?.writeEnd)
    }
    do throws(SystemError) { try watch() } catch { throw .system(error) }
    loop.keep(self)
  }

  deinit {
    guard termination == nil else { return }
    kill()
    var status: Int32 = 0
    waitpid(processID, &status, 0)
  }

  /// Asks the process group to end (SIGTERM).
  package func terminate() { send(SIGTERM) }

  /// Ends the process group without asking (SIGKILL).
  package func kill() { send(SIGKILL) }

  private func send(_ signal: Int32) {
    // Once it is reaped, its number may already be another process.
    guard termination == nil else { return }
    Glibc.kill(-processID, signal)
  }

  private func watch() throws(SystemError) {
    output?.start { [unowned self] line in onLine?(line) }
    let descriptor = pidfd_open(processID, 0)
    guard descriptor >= 0 else { throw .last("pidfd_open") }
    exitSource = try EventSource(loop: loop, reading: descriptor) { [unowned self] in reap() }
  }

  private func reap() {
    var status: Int32 = 0
    guard waitpid(processID, &status, WNOHANG) == processID else { return }
    let termination = Termination(waitStatus: status)
    self.termination = termination
    exitSource = nil
    output?.finish()
    output = nil
    let onExit = onExit
    (onLine, self.onExit) = (nil, nil)
    loop.drop(self)
    onExit?(termination)
  }
}
