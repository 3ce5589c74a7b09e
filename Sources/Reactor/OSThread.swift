import Glibc

/// A thread of the system that runs one body, for blocking work.
package struct OSThread: Sendable {
  private let id: pthread_t

  /// Starts a thread.
  /// - Throws: `SystemError` when the system has no room for another thread.
  package init(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
    let context = Unmanaged.passRetained(Body(body))
    var id = pthread_t()
    let code = pthread_create(&id, nil, runBody, context.toOpaque())
    guard code == 0 else {
      context.release()
      throw SystemError("pthread_create", code: code)
    }
    self.id = id
  }

  /// Waits until the body has returned. To be called once.
  package func join() { pthread_join(id, nil) }

  /// Lets the thread end on its own. To be called instead of `join`.
  package func detach() { pthread_detach(id) }
}

private final class Body: Sendable {
  let run: @Sendable () -> Void
  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

private func runBody(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let context else { return nil }
  Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
  return nil
}
