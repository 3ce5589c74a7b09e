import CLinux
import Glibc
import Reactor
import TorProtocol

/// tor's files as the system shows them, and its refusals in words.
enum SystemFiles {
  /// A control cookie has 32 bytes; what is longer is no cookie and is not read.
  private static let cookieBytes = SafeCookie.length + 1

  /// Reads tor's cookie. A path that is no plain file is refused, so that nothing can make the loop wait.
  static func cookie(_ path: String) -> Result<[UInt8], ReadFailure> {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return .failure(ReadFailure(trouble(errno, path))) }
    defer { close(file) }
    var facts = stat()
    guard fstat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
      return .failure(ReadFailure(.wrongContent))
    }
    var content = [UInt8](repeating: 0, count: cookieBytes)
    let count = read(file, &content, content.count)
    guard count >= 0 else { return .failure(ReadFailure(trouble(errno, path))) }
    return .success(Array(content[..<count]))
  }

  /// Whether we may read and write there; nil when we may.
  static func trouble(using path: String) -> FileTrouble? {
    access(path, R_OK | W_OK) == 0 ? nil : trouble(errno, path)
  }

  /// What an errno of an act on `path` means.
  static func trouble(_ code: Int32, _ path: String) -> FileTrouble {
    switch code {
    case ENOENT, ENOTDIR: .missing
    case EACCES, EPERM: .denied(user: user, group: group(path))
    case ECONNREFUSED: .refused
    case _: .other(SystemError("open", code: code).reason)
    }
  }

  /// Whether a program can be run; nil when it can.
  static func trouble(running path: String) -> FileTrouble? {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return trouble(errno, path) }
    guard facts.st_mode & S_IFMT == S_IFREG else { return .other("it is no file") }
    return access(path, X_OK) == 0 ? nil : .other("it is not executable")
  }

  /// As who this process runs: not always who started it.
  private static var user: String? { getpwuid(geteuid()).map { String(cString: $0.pointee.pw_name) } }

  /// The group that a file, or the nearest folder that we may look at, belongs to.
  private static func group(_ path: String) -> String? {
    var path = path
    var facts = stat()
    while stat(path, &facts) != 0 {
      guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return nil }
      path = String(path[..<slash])
    }
    // Root's group would be no advice.
    guard facts.st_gid != 0, let entry = getgrgid(facts.st_gid) else { return nil }
    return String(cString: entry.pointee.gr_name)
  }
}
