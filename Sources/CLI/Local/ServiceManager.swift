import CLinux
import Glibc

/// systemd's readiness protocol (sd_notify(3)): a datagram to the socket that `NOTIFY_SOCKET` names.
struct ServiceManager: Sendable {
  private let path: String?

  init(environment: [String: String]) { path = environment["NOTIFY_SOCKET"] }

  /// Tells that the service is ready. Nobody may be listening, and a manager that is gone stops no node.
  func tellReady() {
    guard let path, (2...Settings.maximumSocketPath).contains(path.utf8.count) else { return }
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    // A name of the abstract name space is written with @ and begins with a zero.
    let name = path.hasPrefix("@") ? [0] + Array(path.utf8.dropFirst()) : Array(path.utf8)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
    let length = MemoryLayout<sockaddr_un>.offset(of: \.sun_path).map { $0 + name.count } ?? 0
    let text = Array("READY=1".utf8)
    _ = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        sendto(descriptor, text, text.count, Int32(MSG_NOSIGNAL), $0, socklen_t(length))
      }
    }
  }
}
