/// Cuts the byte stream of a link into frames. It holds at most one incomplete frame and what came behind the last
/// complete one; a frame may come in any number of pieces, and a piece may hold any number of frames.
package struct FrameDecoder: Sendable {
  /// Consumed bytes are dropped only beyond this many, so that a run of small frames does not move the rest each time.
  private static let compactionThreshold = 64 << 10
  /// What an idle link may keep: thousands of them share the memory of a small machine.
  private static let idleCapacity = 2 << 10

  /// The longest frame that is taken; a link raises it once it knows its peer.
  package var limit: Int
  private var buffer: [UInt8] = []
  private var start = 0

  /// A decoder whose frames have at most `limit` bytes.
  package init(limit: Int = WireLimits.maximumFrame) { self.limit = limit }

  /// How many bytes wait for the rest of their frame.
  package var pending: Int { buffer.count - start }

  /// Takes the next bytes of the stream.
  package mutating func push(_ bytes: some Collection<UInt8>) { buffer.append(contentsOf: bytes) }

  /// The same of what a connection hands over: other targets get no copy of the generic one made for arrays.
  package mutating func push(_ bytes: [UInt8]) { buffer.append(contentsOf: bytes) }

  /// The next complete frame, or nil until more bytes come. An oversize length is an error at once, before any byte
  /// of such a frame is held; the stream cannot be read any further then.
  package mutating func next() throws(WireError) -> [UInt8]? {
    guard pending >= FrameEncoder.headerCount else { return nil }
    let length = buffer[start..<start + FrameEncoder.headerCount].reduce(0) { $0 << 8 | Int($1) }
    guard length <= limit else { throw .frameTooLarge(length) }
    guard pending - FrameEncoder.headerCount >= length else { return nil }
    let body = start + FrameEncoder.headerCount
    let frame = Array(buffer[body..<body + length])
    start = body + length
    compact()
    return frame
  }

  private mutating func compact() {
    if start == buffer.count {
      buffer.removeAll(keepingCapacity: buffer.capacity <= FrameDecoder.idleCapacity)
    } else if start > FrameDecoder.compactionThreshold {
      buffer.removeFirst(start)
    } else {
      return
    }
    start = 0
  }
}
