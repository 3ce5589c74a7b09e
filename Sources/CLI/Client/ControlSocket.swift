import CLinux
import ControlAPI
import Glibc

/// Opens the control socket, or says exactly why it cannot be opened.
enum ControlSocket {
  static func connect(_ path: String) throws(Failure) -> Int32 {
    guard path.utf8.count <= Settings.maximumSocketPath else {
      throw Failure(
        .badInput, "a socket's path has at most \(Settings.maximumSocketPath) bytes: \(path.prefix(80))…")
    }
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else {
      throw Failure(.internalFailure, "no socket can be made: \(Console.reason(errno))")
    }
    guard connect(descriptor, to: path) == 0 else {
      let code = errno
      close(descriptor)
      throw failure(code, path)
    }
    return descriptor
  }

  private static func connect(_ descriptor: Int32, to path: String) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }

  private static func failure(_ code: Int32, _ path: String) -> Failure {
    let start = "start one with: sophax daemon"
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFSOCK {
      return Failure(
        .badInput, "\(path) is not a socket",
        hint: "name the daemon's control socket with --socket or control.socket")
    }
    return switch code {
    case ENOENT: Failure(.daemonNotRunning, "no daemon is running: there is no \(path)", hint: start)
    case ECONNREFUSED:
      Failure(.daemonNotRunning, "no daemon is running: the one that made \(path) is gone", hint: start)
    case EACCES: Failure(.daemonNotRunning, "you may not open \(path)", hint: permissionFix(path))
    default: Failure(.daemonNotRunning, "\(path) cannot be opened: \(Console.reason(code))")
    }
  }

  /// The socket is its user's alone. Where it cannot be looked at, neither can its folder: that one's owner it is.
  private static func permissionFix(_ path: String) -> String {
    var path = path
    var status = stat()
    while stat(path, &status) != 0, let slash = path.lastIndex(of: "/"), slash > path.startIndex {
      path = String(path[..<slash])
    }
    let plain = "run the command as the user that runs the daemon"
    guard status.st_uid != geteuid(), status.st_uid != 0, let owner = getpwuid(status.st_uid) else { return plain }
    return "\(plain): sudo -u \(String(cString: owner.pointee.pw_name)) sophax …"
  }
}
