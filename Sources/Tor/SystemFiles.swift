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
    case EACCES, EPERM: .denied(denial(path))
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

  /// Who is let in where we are not: by the mode of the file, or of the first folder on the way that stops us.
  static func denial(_ path: String) -> FileTrouble.Denial {
    var denial = FileTrouble.Denial(user: user)
    let place = obstacle(path)
    var facts = stat()
    guard stat(place, &facts) == 0 else { return denial }
    denial.place = place
    denial.owner = getpwuid(facts.st_uid).map { String(cString: $0.pointee.pw_name) }
    // A folder is passed through, a socket written to, a cookie read.
    let wanted: mode_t =
      switch facts.st_mode & S_IFMT {
      case S_IFDIR: 0o010
      case S_IFSOCK: 0o060
      default: 0o040
      }
    // Root's group would be no advice.
    guard facts.st_mode & wanted == wanted, facts.st_gid != 0, let entry = getgrgid(facts.st_gid) else {
      return denial
    }
    denial.group = String(cString: entry.pointee.gr_name)
    return denial
  }

  private static func obstacle(_ path: String) -> String {
    var folder = ""
    for part in path.split(separator: "/").dropLast() {
      folder += "/" + part
      if access(folder, X_OK) != 0 { return folder }
    }
    return path
  }
}
