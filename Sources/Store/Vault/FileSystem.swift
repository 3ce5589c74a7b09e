import CLinux
import Glibc

/// What the vault must know of the file system it lies on.
package enum FileSystem {
  /// File systems whose locks or write order SQLite cannot rely on (https://sqlite.org/howtocorrupt.html §2), by
  /// their magic numbers (statfs(2)).
  private static let unsafeKinds: [Int: String] = [
    0x6969: "nfs", 0x0102_1997: "9p", 0x517B: "smb", 0xFF53_4D42: "cifs", 0xFE53_4D42: "smb2",
    0x5346_414F: "afs", 0x6B41_4653: "afs", 0x7375_7245: "coda", 0x00C3_6400: "ceph", 0x564C: "ncp",
    0x786F_4256: "vboxsf",
  ]

  /// The name of the file system at `path` when locks do not work there, else nil.
  package static func unsafeKind(at path: String) throws(FileError) -> String? {
    var status = statfs()
    guard statfs(path, &status) == 0 else { throw .last("inspect the file system of", path) }
    return name(magic: Int(status.f_type) & 0xFFFF_FFFF)
  }

  static func name(magic: Int) -> String? { unsafeKinds[magic] }

  /// What tells one file from all others, whatever they are called.
  struct Identity: Equatable {
    private let device: UInt
    private let node: UInt

    /// nil when nothing is at `path`.
    init?(of path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      (device, node) = (UInt(status.st_dev), UInt(status.st_ino))
    }
  }

  /// How much room there is at a place, in bytes.
  package struct Space: Equatable, Sendable {
    /// What this user may still use.
    package let free: Int64
    package let total: Int64

    package init(free: Int64, total: Int64) {
      self.free = free
      self.total = total
    }

    /// Whether there is more room than `share` of the whole, or than `bytes` where that is less.
    package func exceeds(share: Double, orBytes bytes: Int64) -> Bool {
      free > min(Int64(Double(total) * share), bytes)
    }
  }

  package static func space(at path: String) throws(FileError) -> Space {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { throw .last("inspect the file system of", path) }
    let block = Int64(clamping: status.f_frsize)
    func bytes(_ blocks: UInt) -> Int64 {
      let (product, overflow) = Int64(clamping: blocks).multipliedReportingOverflow(by: block)
      return overflow ? .max : product
    }
    return Space(free: bytes(status.f_bavail), total: bytes(status.f_blocks))
  }
}
