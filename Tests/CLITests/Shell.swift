import CLinux
import Glibc

/// Runs a program to its end.
enum Shell {
  struct Trouble: Error { let code: Int32 }

  static func run(_ words: [String]) throws -> (status: Int32, output: String) {
    var pipes: [Int32] = [-1, -1]
    guard pipe(&pipes) == 0 else { throw Trouble(code: errno) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, pipes[1], 1)
    posix_spawn_file_actions_adddup2(&actions, pipes[1], 2)
    posix_spawn_file_actions_addclosefrom_np(&actions, 3)
    var arguments = words.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    var pid: pid_t = 0
    let code = posix_spawn(&pid, words[0], &actions, nil, &arguments, environ)
    close(pipes[1])
    defer { close(pipes[0]) }
    guard code == 0 else { throw Trouble(code: code) }
    var output: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while case let count = read(pipes[0], &chunk, chunk.count), count > 0 { output += chunk.prefix(count) }
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    return (sx_wexitstatus(status), String(decoding: output, as: UTF8.self))
  }
}
