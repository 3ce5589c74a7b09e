import CLinux
import Glibc

/// The pipe that carries a child's output, read line by line.
final class ChildOutput {
  /// The child's end, ours to close once the child has it.
  private(set) var writeEnd: Int32?

  private let loop: EventLoop
  private let readEnd: Int32
  private var source: EventSource?
  private var splitter: LineSplitter
  private var onLine: ((String) -> Void)?

  init(loop: EventLoop) throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    guard pipe2(&ends, O_CLOEXEC) == 0 else { throw .last("pipe") }
    self.loop = loop
    (readEnd, writeEnd) = (ends[0], ends[1])
    splitter = LineSplitter(limit: loop.settings.lineLimit)
    _ = fcntl(readEnd, F_SETFL, O_NONBLOCK)
    source = try EventSource(loop: loop, reading: readEnd) { [unowned self] in _ = readOnce() }
  }

  deinit { closeWriteEnd() }

  /// Hands out lines from now on. The child has been started.
  func start(onLine: @escaping (String) -> Void) {
    self.onLine = onLine
    closeWriteEnd()
  }

  /// Hands out what the ended child has left in the pipe.
  func finish() {
    for _ in 0..<loop.settings.lastReads where !readOnce() { break }
    endOfOutput()
  }

  private func closeWriteEnd() {
    if let writeEnd { close(writeEnd) }
    writeEnd = nil
  }

  /// - Returns: whether there may be more at once.
  private func readOnce() -> Bool {
    guard source != nil else { return false }
    var count = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: 65536) { buffer, filled in
      count = read(readEnd, buffer.baseAddress, buffer.count)
      filled = max(0, count)
    }
    guard count > 0 else {
      if count == 0 { endOfOutput() }
      return false
    }
    for line in splitter.lines(adding: bytes) { onLine?(line) }
    return true
  }

  private func endOfOutput() {
    source = nil
    if let line = splitter.rest() { onLine?(line) }
  }
}
