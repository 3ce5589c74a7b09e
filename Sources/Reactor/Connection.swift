import CEvent
import Glibc

/// A stream socket on the loop, over TCP or a Unix path. Loop-confined; dropping it closes it.
///
/// Handlers are called on the loop and never from inside a call into this object. A handler may do anything here,
/// including close the connection and drop the last reference to it. After `close`, `closeAfterFlush` or
/// `onClosed` no handler is called again; they are let go, so that a cycle through them ends there.
package final class Connection {
  private enum State {
    case connecting
    case open
    case flushing(sawEnd: Bool)
    /// All is written and our side is shut; the other side may still be reading.
    case lingering
    case closed
  }

  /// The connection is open. Not called for accepted ones, which are open from the start.
  package var onOpen: (() -> Void)?
  /// Bytes came in, never an empty array.
  package var onBytes: (([UInt8]) -> Void)?
  /// The queue of a congested connection has drained to half of the high-water mark.
  package var onDrained: (() -> Void)?
  /// The other side will send nothing more, and still reads (shutdown(2)). The connection stays open, and whoever sets
  /// this closes it. Without it the end of the input ends the connection.
  package var onInputEnded: (() -> Void)?
  /// Some of the queue was written, and less than half of the high-water mark is left.
  package var onWritten: (() -> Void)?
  /// It ended, and not by our own hand. Called once.
  package var onClosed: ((CloseReason) -> Void)?

  /// Who is at the other end; `nil` over TCP.
  package let peerCredentials: PeerCredentials?

  private let loop: EventLoop
  private var state: State
  /// `nil` once closed, and when no socket could be made.
  private var buffers: OpaquePointer?
  private var isReading = true
  private var hasInputEnded = false
  private var wasCongested = false
  private var lingerTimer: Timer?

  /// Starts to connect. Whatever goes wrong from here on is told to `onClosed`, never in this call.
  /// - Throws: `EndpointError` when `endpoint` cannot be one.
  package init(loop: EventLoop, connectingTo endpoint: Endpoint) throws(EndpointError) {
    loop.preconditionOnLoop()
    let address = try SocketAddress(endpoint)
    self.loop = loop
    peerCredentials = nil
    state = .connecting
    do throws(SystemError) {
      adopt(try address.connectedSocket())
      // No address: the connection is on its way already, and the event says when it stands.
      bufferevent_socket_connect(buffers, nil, 0)
    } catch {
      loop.later { [weak self] in self?.end(.connectFailed(error)) }
    }
  }

  /// Takes over an accepted socket.
  init(loop: EventLoop, accepted descriptor: Int32, isUnix: Bool) {
    self.loop = loop
    peerCredentials = isUnix ? PeerCredentials(of: descriptor) : nil
    state = .open
    adopt(descriptor)
    bufferevent_enable(buffers, Int16(EV_READ))
  }

  deinit { close() }

  private func adopt(_ descriptor: Int32) {
    guard let buffers = bufferevent_socket_new(loop.base, descriptor, Int32(BEV_OPT_CLOSE_ON_FREE.rawValue)) else {
      preconditionFailure("out of memory")
    }
    self.buffers = buffers
    // Frames are written whole, so there is nothing for the kernel to gather. It fails on Unix sockets: no matter.
    var one: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
    bufferevent_setwatermark(buffers, Int16(EV_WRITE), loop.settings.outputHighWater / 2, 0)
    bufferevent_setcb(
      buffers, bytesArrived, outputDrained, somethingHappened, Unmanaged.passUnretained(self).toOpaque())
  }

  // MARK: Output

  /// The bytes that wait to be written.
  package var queuedBytes: Int { buffers.map { evbuffer_get_length(bufferevent_get_output($0)) } ?? 0 }

  /// Whether the queue is above the high-water mark: hold back what can wait, until `onDrained`.
  package var isCongested: Bool { queuedBytes > loop.settings.outputHighWater }

  /// Writes `bytes`: what the kernel takes leaves at once, the rest is queued, as is everything before the connection
  /// is open.
  /// - Throws: `WriteError`; nothing of `bytes` is written then.
  package func write(_ bytes: [UInt8]) throws(WriteError) {
    loop.preconditionOnLoop()
    switch state {
    case .connecting, .open: break
    case .flushing, .lingering, .closed: throw .closed
    }
    let queued = queuedBytes
    guard bytes.count <= loop.settings.outputLimit - queued else { throw .outputFull(queued: queued) }
    guard let buffers else { throw .closed }
    let written = queued == 0 ? writeAtOnce(bytes) : 0
    let isKept = bytes.withUnsafeBytes { all in
      let rest = all[written...]
      return rest.isEmpty
        || bufferevent_write(buffers, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count) == 0
    }
    guard isKept else { throw .closed }
    if isCongested { wasCongested = true }
  }

  /// What the kernel takes of `bytes` now. libevent would write only when the loop comes round to it, after whatever
  /// else this turn does: a frame would wait for the disk. An error shows when libevent writes the rest.
  private func writeAtOnce(_ bytes: [UInt8]) -> Int {
    guard case .open = state, let buffers else { return 0 }
    return max(0, send(bufferevent_getfd(buffers), bytes, bytes.count, Int32(MSG_NOSIGNAL)))
  }

  // MARK: Input

  /// Stops reading: the kernel's buffer fills and the other side is held back. An end of stream is not noticed
  /// until reading resumes.
  package func pauseReading() {
    loop.preconditionOnLoop()
    isReading = false
    if case .open = state { bufferevent_disable(buffers, Int16(EV_READ)) }
  }

  package func resumeReading() {
    loop.preconditionOnLoop()
    isReading = true
    if case .open = state, !hasInputEnded { bufferevent_enable(buffers, Int16(EV_READ)) }
  }

  // MARK: Closing

  /// Closes at once; queued output is lost.
  package func close() {
    state = .closed
    dropHandlers()
    if lingerTimer != nil {
      lingerTimer = nil
      loop.drop(self)
    }
    guard let pointer = buffers else { return }
    buffers = nil
    let buffers = Confined(pointer)
    loop.release { _ in
      bufferevent_setcb(buffers.value, nil, nil, nil, nil)
      bufferevent_free(buffers.value)
    }
  }

  /// Writes what is queued, then closes. The connection lives on by itself for that, as long as
  /// `ReactorSettings.linger`. One that is not open yet closes at once.
  package func closeAfterFlush() {
    loop.preconditionOnLoop()
    switch state {
    case .connecting: return close()
    case .flushing, .lingering, .closed: return
    case .open: state = .flushing(sawEnd: false)
    }
    dropHandlers()
    loop.keep(self)
    let timer = Timer(loop: loop) { [unowned self] in close() }
    timer.schedule(after: loop.settings.linger)
    lingerTimer = timer
    // What still comes in is read and dropped: unread input would turn the close into a reset, which can
    // destroy output on its way.
    bufferevent_enable(buffers, Int16(EV_READ))
    bufferevent_setwatermark(buffers, Int16(EV_WRITE), 0, 0)
    if queuedBytes == 0 { shutOutput(sawEnd: false) }
  }

  private func shutOutput(sawEnd: Bool) {
    guard let buffers, !sawEnd else { return close() }
    state = .lingering
    shutdown(bufferevent_getfd(buffers), Int32(SHUT_WR))
  }

  private func end(_ reason: CloseReason) {
    let onClosed = onClosed
    close()
    onClosed?(reason)
  }

  private func dropHandlers() {
    (onOpen, onBytes, onDrained) = (nil, nil, nil)
    (onWritten, onInputEnded, onClosed) = (nil, nil, nil)
  }

  /// Whether the other side has closed altogether. The kernel tells that from a half of it on Unix sockets; over TCP a
  /// close looks like the end of the input until something is written.
  private var isHungUp: Bool {
    guard let buffers else { return true }
    var probe = pollfd(fd: bufferevent_getfd(buffers), events: 0, revents: 0)
    return poll(&probe, 1, 0) > 0 && Int32(probe.revents) & (POLLHUP | POLLERR) != 0
  }

  // MARK: What libevent tells

  fileprivate func readAvailable() {
    guard let buffers else { return }
    let input = bufferevent_get_input(buffers)
    let count = evbuffer_get_length(input)
    guard count > 0 else { return }
    acknowledge()
    switch state {
    case .open:
      let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
        filled = max(0, Int(evbuffer_remove(input, buffer.baseAddress, count)))
      }
      onBytes?(bytes)
    case .flushing, .lingering: evbuffer_drain(input, count)
    case .connecting, .closed: break
    }
  }

  /// Has the kernel acknowledge at once what came. tor writes a frame cell by cell and gathers (Nagle): it holds each
  /// cell back until the one before is acknowledged, which else takes up to 40 ms. The kernel forgets the wish soon, so
  /// it is repeated. It fails on Unix sockets: no matter.
  private func acknowledge() {
    guard let buffers else { return }
    var one: Int32 = 1
    let size = socklen_t(MemoryLayout<Int32>.size)
    setsockopt(bufferevent_getfd(buffers), Int32(IPPROTO_TCP), TCP_QUICKACK, &one, size)
  }

  fileprivate func outputLow() {
    switch state {
    case .flushing(let sawEnd): if queuedBytes == 0 { shutOutput(sawEnd: sawEnd) }
    case .open:
      if wasCongested {
        wasCongested = false
        onDrained?()
      }
      onWritten?()
    case .connecting, .lingering, .closed: break
    }
  }

  fileprivate func happened(_ what: Int32, code: Int32) {
    if what & BEV_EVENT_CONNECTED != 0 { return opened() }
    let isEnd = what & BEV_EVENT_EOF != 0
    switch state {
    case .connecting: end(.connectFailed(SystemError("connect", code: code)))
    case .open where isEnd && onInputEnded != nil && !isHungUp:
      hasInputEnded = true
      onInputEnded?()
    case .open: end(isEnd ? .endOfStream : .failed(SystemError("socket", code: code)))
    case .flushing: if isEnd { state = .flushing(sawEnd: true) } else { close() }
    case .lingering: close()
    case .closed: break
    }
  }

  private func opened() {
    guard case .connecting = state else { return }
    state = .open
    if isReading { bufferevent_enable(buffers, Int16(EV_READ)) }
    onOpen?()
  }
}

private func connection(_ context: UnsafeMutableRawPointer?) -> Connection? {
  context.map { Unmanaged<Connection>.fromOpaque($0).takeUnretainedValue() }
}

private func bytesArrived(_: OpaquePointer?, _ context: UnsafeMutableRawPointer?) {
  connection(context)?.readAvailable()
}

private func outputDrained(_: OpaquePointer?, _ context: UnsafeMutableRawPointer?) {
  connection(context)?.outputLow()
}

private func somethingHappened(_: OpaquePointer?, _ what: Int16, _ context: UnsafeMutableRawPointer?) {
  let code = errno
  connection(context)?.happened(Int32(what), code: code)
}
