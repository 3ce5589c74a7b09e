import CEvent
import CLinux
import Glibc

/// A listening socket on the loop. Loop-confined; dropping it closes it.
package final class Listener {
  /// A peer has connected. Set the connection's handlers here and keep it, or it closes.
  package var onAccept: ((Connection) -> Void)?
  /// The process is out of file descriptors or memory; the listener rests for `ReactorSettings.acceptRest`.
  package var onExhausted: ((SystemError) -> Void)?

  /// The TCP port that is listened on, also when port 0 was asked for; `nil` for a Unix path.
  package let port: UInt16?

  private let loop: EventLoop
  private let descriptor: Int32
  private let file: UnixSocketFile?
  private let isUnix: Bool
  private var source: EventSource?
  private var restTimer: Timer?
  private var isPaused = false

  /// Listens at `endpoint`. A Unix path gets `mode` before anyone can connect; a socket that a dead process left
  /// there is replaced.
  package init(loop: EventLoop, at endpoint: Endpoint, mode: UInt32 = 0o600) throws(ListenError) {
    loop.preconditionOnLoop()
    let address: SocketAddress
    do throws(EndpointError) { address = try SocketAddress(endpoint) } catch { throw .endpoint(error) }
    switch endpoint {
    case .unix(let path): try UnixSocketFile.clearStale(at: path)
    case .tcp: break
    }
    self.loop = loop
    isUnix = address.family == AF_UNIX
    do throws(SystemError) {
      (descriptor, file) = try Self.bound(address, at: endpoint, mode: mode, backlog: loop.settings.backlog)
      port = SocketAddress.port(of: descriptor)
      source = try EventSource(loop: loop, reading: descriptor) { [unowned self] in acceptAll() }
    } catch {
      throw .system(error)
    }
    restTimer = Timer(loop: loop) { [unowned self] in
      if !isPaused { source?.resume() }
    }
  }

  deinit { file?.remove() }

  /// Throws when something is at a Unix path that keeps a listener from it; changes nothing.
  package static func check(_ path: String) throws(ListenError) { _ = try UnixSocketFile.isStale(path) }

  private static func bound(
    _ address: SocketAddress, at endpoint: Endpoint, mode: UInt32, backlog: Int32
  ) throws(SystemError) -> (Int32, UnixSocketFile?) {
    let descriptor = try address.makeSocket()
    do throws(SystemError) {
      var one: Int32 = 1
      setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &one, socklen_t(MemoryLayout<Int32>.size))
      guard address.withPointer({ bind(descriptor, $0, address.length) }) == 0 else { throw .last("bind") }
      var file: UnixSocketFile?
      switch endpoint {
      case .unix(let path):
        file = try UnixSocketFile(at: path)
        // Between bind and listen nobody can connect, so there is no moment with a wider mode.
        guard chmod(path, mode) == 0 else { throw .last("chmod") }
      case .tcp: break
      }
      guard listen(descriptor, backlog) == 0 else { throw .last("listen") }
      return (descriptor, file)
    } catch {
      close(descriptor)
      throw error
    }
  }

  /// Accepts nobody until `resume`; peers wait in the kernel's backlog.
  package func pause() {
    loop.preconditionOnLoop()
    isPaused = true
    source?.pause()
  }

  package func resume() {
    loop.preconditionOnLoop()
    isPaused = false
    source?.resume()
  }

  private func acceptAll() {
    for _ in 0..<loop.settings.acceptsPerTurn {
      // The handler may have paused the listener, or dropped it.
      guard !isPaused, let onAccept else { return }
      let accepted = sx_accept(descriptor)
      if accepted >= 0 {
        onAccept(Connection(loop: loop, accepted: accepted, isUnix: isUnix))
      } else if !shouldGoOn(after: errno) {
        return
      }
    }
  }

  private func shouldGoOn(after code: Int32) -> Bool {
    switch code {
    case EMFILE, ENFILE, ENOBUFS, ENOMEM:
      // The waiting peer keeps the socket readable: without a rest this would spin.
      source?.pause()
      restTimer?.schedule(after: loop.settings.acceptRest)
      onExhausted?(SystemError("accept", code: code))
      return false
    case EAGAIN: return false
    default: return true  // That one peer went away again, or its network failed; the next may be well.
    }
  }
}
