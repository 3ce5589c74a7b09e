import Reactor

/// A thread for one piece of blocking work, so that async callers do not block the threads that they share.
package enum BlockingThread {
  /// Runs `body` on a new thread and waits for it without holding one.
  package static func run<Value: Sendable, Failure: Error>(
    _ body: @escaping @Sendable () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
      let work: @Sendable () -> Void = {
        do throws(Failure) {
          continuation.resume(returning: .success(try body()))
        } catch {
          continuation.resume(returning: .failure(error))
        }
      }
      do throws(SystemError) { try OSThread(work).detach() } catch {
        // Without threads there is nothing better than to do it here.
        work()
      }
    }
    return try result.get()
  }
}
