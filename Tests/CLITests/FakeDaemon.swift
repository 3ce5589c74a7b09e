import CLinux
import ControlAPI
import Glibc
import Reactor
import Synchronization

/// A daemon that answers by a script: real socket, no node behind it. One thread, one connection at a time.
final class FakeDaemon: Sendable {
  /// What it does when a method is called.
  enum Reply: Sendable {
    /// Lines as they are written, `ID` standing for the request's identifier.
    case lines([String])
    /// Other lines each time; the last ones again when there are no more.
    case turns([[String]])
    /// Lines, and then the connection is closed.
    case linesThenClose([String])
    /// Lines, and then the daemon is gone.
    case linesThenEnd([String])
    /// Nothing, ever.
    case silence
  }

  enum Trouble: Error { case socket(Int32) }

  let path: String
  private let listener: Int32
  private let replies: [String: Reply]
  private let received = Mutex<[String]>([])
  private let calls = Mutex<[String: Int]>([:])
  private let thread = Mutex<OSThread?>(nil)

  init(at path: String, replies: [String: Reply]) throws {
    self.path = path
    self.replies = replies
    listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let bound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard bound == 0, listen(listener, 8) == 0 else { throw Trouble.socket(errno) }
  }

  /// The request lines that came.
  var requests: [String] { received.withLock { $0 } }

  func start() throws(SystemError) {
    let started = try OSThread { self.serve() }
    thread.withLock { $0 = started }
  }

  /// Ends the thread; the connection that it may be in is over by then.
  func stop() {
    shutdown(listener, Int32(SHUT_RDWR))
    thread.withLock { $0 }?.join()
    close(listener)
  }

  private func serve() {
    while true {
      let connection = accept(listener, nil, nil)
      guard connection >= 0 else { return }
      converse(connection)
      close(connection)
    }
  }

  private func converse(_ connection: Int32) {
    var decoder = LineDecoder()
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(connection, &chunk, chunk.count)
      guard count > 0 else { return }
      for line in decoder.push(chunk.prefix(count)) {
        received.withLock { $0.append(String(decoding: line, as: UTF8.self)) }
        guard let request = try? Request.decode(line) else { return }
        guard case .number(let id) = request.id else { return }
        let method = request.method.rawValue
        let turn = calls.withLock { calls in
          calls[method, default: 0] += 1
          return calls[method, default: 1] - 1
        }
        switch replies[method] ?? .lines([]) {
        case .silence: continue
        case .turns(let all): send(all[min(turn, all.count - 1)], id, connection)
        case .lines(let lines): send(lines, id, connection)
        case .linesThenEnd(let lines):
          shutdown(listener, Int32(SHUT_RDWR))
          send(lines, id, connection)
          return
        case .linesThenClose(let lines):
          send(lines, id, connection)
          return
        }
      }
    }
  }

  private func send(_ lines: [String], _ id: Int64, _ connection: Int32) {
    for line in lines {
      let bytes = Array((line.replacing("\"ID\"", with: "\(id)") + "\n").utf8)
      _ = bytes.withUnsafeBytes { Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    }
  }
}
