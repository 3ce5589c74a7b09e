import Glibc
import Reactor
import Testing

/// What a test plays on a loop of its own: it builds sockets and timers there, keeps them, and ends with a value.
final class Scene<Value: Sendable>: @unchecked Sendable {
  let loop: EventLoop
  /// What must live until the scene ends.
  var kept: [Any] = []
  /// For a scene to count or collect into.
  var log: [String] = []
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
    // Handlers in what is kept hold the scene.
    loop.later { [self] in kept = [] }
    continuation?.resume(with: result)
    continuation = nil
  }
}

struct Stuck: Error {}

/// Plays a scene and returns what it finished with. A scene that never finishes fails after a minute.
func play<Value: Sendable>(
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

/// A new directory that goes with this object.
final class TemporaryDirectory: Sendable {
  let path: String

  init() throws {
    var template = Array("/tmp/sx-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemError("mkdtemp", code: errno) }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    guard let directory = opendir(path) else { return }
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      unlink("\(path)/\(name)")
    }
    closedir(directory)
    rmdir(path)
  }

  func file(_ name: String) -> String { "\(path)/\(name)" }
}

func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
