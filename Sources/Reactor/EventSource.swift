import CEvent
import Glibc

/// One libevent event that stays armed until it is paused or dropped: a file descriptor to read, or a signal.
final class EventSource {
  private let loop: EventLoop
  private let onReady: () -> Void
  /// What to close together with the event: closed earlier, the number could already mean another file.
  private let owned: Int32?
  private var event: UnsafeMutablePointer<event>?

  /// Watches `descriptor` for input, and owns it: it is closed with this object, also when this throws.
  /// - Parameter onReady: called on the loop while there is input. It may drop this object.
  convenience init(
    loop: EventLoop, reading descriptor: Int32, onReady: @escaping () -> Void
  ) throws(SystemError) {
    try self.init(loop: loop, number: descriptor, kind: EV_READ, owned: descriptor, onReady: onReady)
  }

  /// Watches for a signal of the process.
  convenience init(loop: EventLoop, signal: Int32, onReady: @escaping () -> Void) throws(SystemError) {
    try self.init(loop: loop, number: signal, kind: EV_SIGNAL, owned: nil, onReady: onReady)
  }

  private init(
    loop: EventLoop, number: Int32, kind: Int32, owned: Int32?, onReady: @escaping () -> Void
  ) throws(SystemError) {
    self.loop = loop
    self.owned = owned
    self.onReady = onReady
    let context = Unmanaged.passUnretained(self).toOpaque()
    event = event_new(loop.base, number, Int16(kind | EV_PERSIST), eventHappened, context)
    guard event != nil else { throw SystemError("event_new", code: ENOMEM) }
    guard event_add(event, nil) == 0 else { throw SystemError.last("event_add") }
  }

  deinit {
    let (event, owned) = (event, owned)
    loop.release { _ in
      if let event { event_free(event) }
      if let owned { close(owned) }
    }
  }

  func pause() { event_del(event) }
  func resume() { event_add(event, nil) }

  fileprivate func fire() { onReady() }
}

private func eventHappened(_: Int32, _: Int16, _ context: UnsafeMutableRawPointer?) {
  guard let context else { return }
  Unmanaged<EventSource>.fromOpaque(context).takeUnretainedValue().fire()
}
