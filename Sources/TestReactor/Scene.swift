package import Reactor

/// What a test plays on a loop of its own: it builds sockets and timers there, keeps them, and ends with a value.
package final class Scene<Value: Sendable>: @unchecked Sendable {
  package let loop: EventLoop
  /// What must live until the scene ends.
  package var kept: [Any] = []
  /// For a scene to count or collect into.
  package var log: [String] = []
  private var continuation: CheckedContinuation<Value, any Error>?

  package init(loop: EventLoop, continuation: CheckedContinuation<Value, any Error>) {
    self.loop = loop
    self.continuation = continuation
  }

  package func keep<Object>(_ object: Object) -> Object {
    kept.append(object)
    return object
  }

  package func finish(_ value: Value) { end(.success(value)) }

  package func fail(_ error: any Error) { end(.failure(error)) }

  private func end(_ result: Result<Value, any Error>) {
    // Handlers in what is kept hold the scene.
    loop.later { [self] in kept = [] }
    continuation?.resume(with: result)
    continuation = nil
  }
}

/// A scene did not finish.
package struct Stuck: Error {}

/// Plays a scene and returns what it finished with. A scene that never finishes fails after a minute.
package func play<Value: Sendable>(
  settings: ReactorSettings = ReactorSettings(), _ body: @escaping @Sendable (Scene<Value>) throws -> Void
) async throws -> Value {
  let loop = try EventLoop(settings: settings)
  try loop.start()
  defer {
    loop.stop()
    loop.join()
  }
  return try await withCheckedThrowingContinuation { continuation in
    loop.enter {
      let scene = Scene(loop: loop, continuation: continuation)
      let guardTimer = scene.keep(Timer(loop: loop) { scene.fail(Stuck()) })
      guardTimer.schedule(after: .seconds(60))
      do { try body(scene) } catch { scene.fail(error) }
    }
  }
}
