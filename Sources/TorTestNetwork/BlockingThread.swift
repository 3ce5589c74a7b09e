import Glibc

/// A thread for one piece of blocking work, so that async callers do not block the threads that they share.
package enum BlockingThread {
  private final class Work: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Runs `body` on a new thread and waits for it without holding one.
  package static func run<Value: Sendable, Failure: Error>(
    _ body: @escaping @Sendable () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
      detach {
        do throws(Failure) {
          continuation.resume(returning: .success(try body()))
        } catch {
          continuation.resume(returning: .failure(error))
        }
      }
    }
    return try result.get()
  }

  private static func detach(_ body: @escaping @Sendable () -> Void) {
    var thread = pthread_t()
    let handed = Unmanaged.passRetained(Work(body))
    let code = pthread_create(
      &thread, nil,
      { argument in
        if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body() }
        return nil
      }, handed.toOpaque())
    guard code == 0 else {
      // Without threads there is nothing better than to do it here.
      return handed.takeRetainedValue().body()
    }
    pthread_detach(thread)
  }
}
