import Reactor
import Testing

/// What a test plays on a loop of its own: it builds its things there, keeps them, and ends with a value.
final class Scene<Value: Sendable>: @unchecked Sendable {
  // Unchecked: used on the loop only.
  let loop: EventLoop
  private var kept: [Any] = []
  private var continuation: CheckedContinuation<Value, any Error>?

  init(loop: EventLoop, continuation: CheckedContinuation<Value, any Error>) {
    self.loop = loop
    self.continuation = continuation
  }

  func keep<Object>(_ object: Object) -> Object {
    kept.append(object)
    return object
  }

  func finish(_ value: Value) { end(.success(value)) }

  func fail(_ error: any Error) { end(.failure(error)) }

  private func end(_ result: Result<Value, any Error>) {
    loop.later { [self] in
      kept = []
      continuation?.resume(with: result)
      continuation = nil
    }
  }
}

struct Stuck: Error {}

/// Plays a scene and returns what it finished with. A scene that never finishes fails after a minute.
func play<Value: Sendable>(_ body: @escaping @Sendable (Scene<Value>) throws -> Void) async throws -> Value {
  let loop = try EventLoop()
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
