import Glibc
import TestWorld

/// A disk of one program's own: an image in a file, seen only by what runs under it, and gone when that ends. It goes
/// read-only as real ones do, when its file system meets an error; a remount that is asked for is refused by the kernel as
/// long as anybody has a file open to write.
struct LoopDisk {
  private let image: String
  private let folder: String
  private let mount = #"e2fsck -p "$1" >/dev/null; mount -o loop,errors=remount-ro "$1" "$2""#

  /// Puts what a folder holds on a disk of `megabytes`.
  init(holding folder: String, image: String, megabytes: Int) throws {
    self.folder = folder
    self.image = image
    let place = image + ".mount"
    let script =
      #"truncate -s "$4M" "$1" && mkfs.ext4 -q "$1" && mkdir "$2" && mount -o loop "$1" "$2" && cp -a "$3"/. "$2""#
    let words = [
      "/usr/bin/unshare", "--mount", "/bin/sh", "-c", script, "sh", image, place, folder, "\(megabytes)",
    ]
    let outcome = try Subprocess(words, in: folder + "/..", name: "disk").wait(atMost: .seconds(30))
    try demand(outcome.exitCode == 0, outcome.errors)
  }

  /// The words that run others on it.
  func running(_ words: [String]) -> [String] {
    ["/usr/bin/unshare", "--mount", "/bin/sh", "-c", mount + #" && shift 2 && exec "$@""#, "sh", image, folder]
      + words
  }

  /// Makes the file system meet an error under the process that runs on it.
  func fail(under pid: Int32) throws {
    let mounts = String(decoding: try Files.read("/proc/\(pid)/mountinfo"), as: UTF8.self)
    let device = mounts.split(separator: "\n").map { $0.split(separator: " ") }
      .first { $0.contains { $0.hasSuffix(folder.split(separator: "/").suffix(2).joined(separator: "/")) } }?
      .last { $0.hasPrefix("/dev/loop") }
    guard let name = device?.split(separator: "/").last else {
      throw Shortfall(description: "no disk in \(mounts)")
    }
    let trigger = open("/sys/fs/ext4/\(name)/trigger_fs_error", O_WRONLY | O_CLOEXEC)
    defer { close(trigger) }
    try demand(trigger >= 0 && write(trigger, "1", 1) == 1, "the file system takes no error")
  }

  /// Whether this user may make and mount one: containers often say no.
  static let isPermitted: Bool = {
    guard geteuid() == 0, let directory = try? TemporaryDirectory() else { return false }
    let folder = directory.file("data")
    guard mkdir(folder, 0o700) == 0,
      let disk = try? LoopDisk(holding: folder, image: directory.file("image"), megabytes: 8)
    else { return false }
    let probe = disk.running([
      "/bin/sh", "-c", "test -w /sys/fs/ext4/*/trigger_fs_error || ls /sys/fs/ext4/*/trigger_fs_error",
    ])
    return (try? Subprocess(probe, in: directory.path, name: "probe").wait(atMost: .seconds(10)))?.exitCode == 0
  }()
}
