import CLinux
import Glibc

/// A process that was started for the network: its id and the kernel's start time, so that a number which the kernel
/// gave to another process since is never signalled.
struct TrackedProcess: Equatable {
  let pid: pid_t
  /// Clock ticks since boot, from /proc/PID/stat.
  let startTime: UInt64

  /// Glibc's POSIX_SPAWN_SETSID, which its headers hide: the child leaves our terminal and our process group.
  private static let newSession: Int32 = 0x80

  /// Starts a program with a clean signal state and no descriptor but input, and output appended to `log`.
  static func spawn(
    _ arguments: [String], input: String = "/dev/null", log: String
  ) throws(TestNetworkError) -> TrackedProcess {
    guard let program = arguments.first else { throw .programMissing(name: "(none)") }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, log, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    posix_spawn_file_actions_addclosefrom_np(&actions, 3)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var all = sigset_t()
    var none = sigset_t()
    sigfillset(&all)
    sigemptyset(&none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(
      &attributes, Int16(Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK) | newSession))
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var pid: pid_t = 0
    let code = posix_spawn(&pid, program, &actions, &attributes, &words, environ)
    guard code == 0 else { throw .spawnFailed(program: program, errno: code) }
    return TrackedProcess(pid: pid, startTime: entry(of: pid)?.startTime ?? 0)
  }

  private init(pid: pid_t, startTime: UInt64) {
    self.pid = pid
    self.startTime = startTime
  }

  /// The process that a pid file names, if it still lives.
  init?(file: String) {
    guard let text = try? Files.text(file) else { return nil }
    let words = text.split(whereSeparator: { $0 == " " || $0 == "\n" })
    guard words.count == 2, let pid = pid_t(words[0]), let start = UInt64(words[1]), pid > 1 else { return nil }
    self.init(pid: pid, startTime: start)
    guard isAlive else { return nil }
  }

  func save(_ file: String) throws(TestNetworkError) { try Files.write(file, "\(pid) \(startTime)\n") }

  /// Whether the very process still runs. A child of ours that has ended is reaped here.
  var isAlive: Bool {
    guard let entry = Self.entry(of: pid), entry.startTime == startTime else { return false }
    guard entry.hasEnded else { return true }
    // 0: its first thread has ended and others have not yet, so that it cannot be reaped; an error: no child of ours.
    var status: Int32 = 0
    return waitpid(pid, &status, WNOHANG) == 0
  }

  func signal(_ number: Int32) { if isAlive { kill(pid, number) } }

  /// Waits for the end of our own child; returns whether it ended with success.
  func succeeds() -> Bool {
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0 { guard errno == EINTR else { return false } }
    return sx_wifexited(status) != 0 && sx_wexitstatus(status) == 0
  }

  /// Asks all to end, waits, and kills what is left.
  static func stop(_ processes: [TrackedProcess], signal: Int32 = SIGTERM) {
    for process in processes { process.signal(signal) }
    let end = ContinuousClock.now + TestNetworkSettings.termination
    while ContinuousClock.now < end, processes.contains(where: \.isAlive) { pause(TestNetworkSettings.poll) }
    for process in processes {
      while process.isAlive {
        process.signal(SIGKILL)
        pause(TestNetworkSettings.poll)
      }
    }
  }

  /// What the kernel says of a process; nil when it is gone.
  private static func entry(of pid: pid_t) -> (startTime: UInt64, hasEnded: Bool)? {
    guard let text = try? Files.text("/proc/\(pid)/stat"), let name = text.lastIndex(of: ")") else { return nil }
    let words = text[name...].split(separator: " ").dropFirst()
    guard words.count >= 20, let state = words.first, let start = UInt64(words[words.startIndex + 19]) else {
      return nil
    }
    return (start, state == "Z" || state == "X")
  }
}

/// Blocks this thread.
func pause(_ duration: Duration) {
  let (seconds, attoseconds) = duration.components
  var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
  var left = timespec()
  while nanosleep(&time, &left) != 0 && errno == EINTR { time = left }
}
