import Glibc
import Reactor
import TorProtocol

/// The tor that the system runs.
enum SystemTor {
  /// Where Debian and others put the control socket.
  private static let standardSocket = "/run/tor/control"
  private static let instances = "/run/tor-instances"

  enum Finding {
    case found(TorAttachment)
    /// There is none, or it may not be used: where was looked last, and why.
    case unusable(path: String, FileTrouble)
  }

  /// Looks for the control socket of the system's tor, then for those of Debian's tor instances.
  static func find(sockets: [String]) -> Finding {
    var worst: (path: String, trouble: FileTrouble)?
    for path in sockets {
      guard let found = SystemFiles.trouble(using: path) else {
        return .found(TorAttachment(endpoint: .unix(path: path)))
      }
      // A socket that is there and refuses says more than one that is not there.
      if worst == nil || worst?.trouble == .missing && found != .missing { worst = (path, found) }
    }
    return .unusable(path: worst?.path ?? standardSocket, worst?.trouble ?? .missing)
  }

  static func candidates() -> [String] {
    [standardSocket, "/var/run/tor/control"] + folders(in: instances).map { "\(instances)/\($0)/control" }
  }

  private static func folders(in path: String) -> [String] {
    guard let listing = opendir(path) else { return [] }
    defer { closedir(listing) }
    var names: [String] = []
    while let entry = readdir(listing) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }
}
