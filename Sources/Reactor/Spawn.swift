import CLinux
import Glibc

/// Starts processes by `posix_spawn`, with nothing of ours left open or set in them.
enum Spawn {
  /// Runs `command` with both outputs going to `output`, or to /dev/null.
  /// - Returns: the process ID, which is also the ID of its process group.
  static func run(_ command: ChildCommand, output: Int32?) throws(LaunchError) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    for descriptor: Int32 in [1, 2] {
      if let output {
        posix_spawn_file_actions_adddup2(&actions, output, descriptor)
      } else {
        posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
      }
    }
    posix_spawn_file_actions_addclosefrom_np(&actions, 3)

    var attributes = cleanAttributes()
    defer { posix_spawnattr_destroy(&attributes) }
    var pid: pid_t = 0
    let environment = command.environment.map { "\($0.key)=\($0.value)" }
    let code = withCStrings([command.executable] + command.arguments) { arguments in
      withCStrings(environment) { environment in
        posix_spawn(&pid, command.executable, &actions, &attributes, arguments, environment)
      }
    }
    switch code {
    case 0: return pid
    case ENOENT, ENOTDIR: throw .notFound(path: command.executable)
    case EACCES, ENOEXEC: throw .notExecutable(path: command.executable)
    default: throw .system(SystemError("posix_spawn", code: code))
    }
  }

  private static func cleanAttributes() -> posix_spawnattr_t {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    var signals = sigset_t()
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    posix_spawnattr_setpgroup(&attributes, 0)
    let flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP
    posix_spawnattr_setflags(&attributes, Int16(flags))
    return attributes
  }

  /// Lends `strings` as a null-terminated array of C strings.
  private static func withCStrings<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let pointers = strings.map { strdup($0) }
    defer { for pointer in pointers { free(pointer) } }
    return body(pointers + [nil])
  }
}
