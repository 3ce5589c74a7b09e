import Glibc

/// A thread for blocking work.
struct Worker {
  private final class Work: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  private let thread: pthread_t

  init(_ body: @escaping @Sendable () -> Void) throws(BenchFailure) {
    var thread = pthread_t()
    let handed = Unmanaged.passRetained(Work(body))
    let code = pthread_create(
      &thread, nil,
      { argument in
        if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body() }
        return nil
      }, handed.toOpaque())
    guard code == 0 else {
      handed.release()
      throw .system("a thread", errno: code)
    }
    self.thread = thread
  }

  func join() { pthread_join(thread, nil) }

  /// Lets it go on by itself.
  func detach() { pthread_detach(thread) }
}
