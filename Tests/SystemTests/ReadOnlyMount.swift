import Glibc
import TestWorld

/// A file or folder that a program sees read-only, in mounts of its own that end with it.
struct ReadOnlyMount {
  private let path: String

  init(of path: String) { self.path = path }

  /// The words that run others under it.
  func running(_ words: [String]) -> [String] {
    let script = #"mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" && shift && exec "$@""#
    return ["/usr/bin/unshare", "--mount", "/bin/sh", "-c", script, "sh", path] + words
  }

  /// Whether this user may mount: containers often say no.
  static let isPermitted: Bool = {
    guard geteuid() == 0, let directory = try? TemporaryDirectory() else { return false }
    let words = ReadOnlyMount(of: directory.path).running(["/bin/true"])
    let outcome = try? Subprocess(words, in: directory.path, name: "probe").wait(atMost: .seconds(10))
    return outcome?.exitCode == 0
  }()
}
