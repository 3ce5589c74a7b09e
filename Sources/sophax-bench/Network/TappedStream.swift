import Synchronization

/// A stream that a daemon opened through tor: where to, with which isolation, and how much has passed.
final class TappedStream: Sendable {
  let isolation: String
  let host: String
  let port: UInt16
  private let bytesUp = Atomic(0)
  private let bytesDown = Atomic(0)
  private let hasEnded = Atomic(false)

  init(isolation: String, host: String, port: UInt16) {
    (self.isolation, self.host, self.port) = (isolation, host, port)
  }

  /// Bytes from the daemon that dialled.
  var up: Int { bytesUp.load(ordering: .relaxed) }
  /// Bytes to it.
  var down: Int { bytesDown.load(ordering: .relaxed) }
  var isOpen: Bool { !hasEnded.load(ordering: .relaxed) }

  func passedUp(_ count: Int) { bytesUp.add(count, ordering: .relaxed) }
  func passedDown(_ count: Int) { bytesDown.add(count, ordering: .relaxed) }
  func end() { hasEnded.store(true, ordering: .relaxed) }
}
