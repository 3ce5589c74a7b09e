import Glibc
import World

/// A descriptor that becomes readable when the user wants the command to end. Whatever waits, waits for it too.
package struct Interruption: Sendable {
  package let descriptor: Int32

  package init(descriptor: Int32) { self.descriptor = descriptor }

  /// Whether it has come.
  var hasCome: Bool { Interruption.wait(for: descriptor, or: -1, milliseconds: 0) == .interrupted }

  enum Outcome { case ready, interrupted, silence }

  /// Waits until `file` can be read, for at most the time given.
  func wait(for file: Int32, milliseconds: Int64) -> Outcome {
    Interruption.wait(for: descriptor, or: file, milliseconds: milliseconds)
  }

  /// Waits for nothing but the end of the time.
  func pause(_ duration: Duration) throws(Stop) {
    if wait(for: -1, milliseconds: duration.milliseconds) == .interrupted { throw .interrupted }
  }

  private static func wait(for interruption: Int32, or file: Int32, milliseconds: Int64) -> Outcome {
    var descriptors = [
      pollfd(fd: interruption, events: Int16(POLLIN), revents: 0),
      pollfd(fd: file, events: Int16(POLLIN), revents: 0),
    ]
    guard poll(&descriptors, 2, Int32(clamping: max(0, milliseconds))) > 0 else { return .silence }
    if descriptors[0].revents != 0 { return .interrupted }
    return descriptors[1].revents != 0 ? .ready : .silence
  }
}
