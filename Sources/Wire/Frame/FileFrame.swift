import Bytes

/// A frame that carries chunks of files, our extension: bytes, since base64 would make them a third longer. It goes only to
/// peers whose hello says `files`. `Docs/spec/files.md` states the form.
package enum FileFrame: Hashable, Sendable {
  /// The receiver has all chunks before `from` and takes those before `limit`. With `restarts` the sender begins with
  /// `from`; else it goes on where it is.
  case want(token: [UInt8], from: UInt32, limit: UInt32, restarts: Bool)
  /// One encrypted chunk, and the hashes that lead from it to the root, leaf first.
  case chunk(token: [UInt8], index: UInt32, path: [[UInt8]], sealed: [UInt8])
  /// The sender has no such file for this receiver, or not any more.
  case gone(token: [UInt8])

  /// The version of these frames, which a hello says.
  package static let version = 1
  /// What such a frame begins with; JSON never does.
  private static let marker: UInt8 = 0xF1
  package static let tokenCount = 16
  package static let hashCount = 32
  /// Hashes of a path: a tree over 2³² chunks has no longer one.
  package static let maximumPath = 32

  private enum Kind: UInt8 {
    case want = 1
    case chunk = 2
    case gone = 3
  }

  /// Whether a frame's body is of this kind rather than a message.
  package static func isBegun(by body: [UInt8]) -> Bool { body.first == marker }

  package var token: [UInt8] {
    switch self {
    case .want(let token, _, _, _), .chunk(let token, _, _, _), .gone(let token): token
    }
  }

  /// The body of the frame.
  package var encoded: [UInt8] {
    switch self {
    case .want(let token, let from, let limit, let restarts):
      var writer = FileFrame.head(.want, token, room: 9)
      writer.append(from)
      writer.append(limit)
      writer.append(UInt8(restarts ? 1 : 0))
      return writer.bytes
    case .chunk(let token, let index, let path, let sealed):
      var writer = FileFrame.head(.chunk, token, room: 5 + path.count * FileFrame.hashCount + sealed.count)
      writer.append(index)
      writer.append(UInt8(truncatingIfNeeded: path.count))
      for hash in path { writer.append(hash) }
      writer.append(sealed)
      return writer.bytes
    case .gone(let token): return FileFrame.head(.gone, token, room: 0).bytes
    }
  }

  private static func head(_ kind: Kind, _ token: [UInt8], room: Int) -> ByteWriter {
    var writer = ByteWriter(capacity: 2 + tokenCount + room)
    writer.append(marker)
    writer.append(kind.rawValue)
    writer.append(token)
    return writer
  }

  /// Reads the body of a frame.
  package static func decode(_ body: [UInt8]) throws(WireError) -> FileFrame {
    do throws(ByteError) {
      if let frame = try read(body) { return frame }
    } catch {
      throw .malformed("the file frame ends early or late")
    }
    throw .malformed("no file frame of a known kind")
  }

  private static func read(_ body: [UInt8]) throws(ByteError) -> FileFrame? {
    var reader = ByteReader(body)
    guard try reader.integer(UInt8.self) == marker, let kind = Kind(rawValue: try reader.integer()) else {
      return nil
    }
    let token = Array(try reader.take(tokenCount))
    switch kind {
    case .want:
      let (from, limit, flag) = (
        try reader.integer(UInt32.self), try reader.integer(UInt32.self), try reader.integer(UInt8.self)
      )
      try reader.finish()
      guard flag <= 1 else { return nil }
      return .want(token: token, from: from, limit: limit, restarts: flag == 1)
    case .chunk:
      let (index, count) = (try reader.integer(UInt32.self), Int(try reader.integer(UInt8.self)))
      guard count <= maximumPath else { return nil }
      var path: [[UInt8]] = []
      for _ in 0..<count { path.append(Array(try reader.take(hashCount))) }
      return .chunk(token: token, index: index, path: path, sealed: Array(try reader.take(reader.left)))
    case .gone:
      try reader.finish()
      return .gone(token: token)
    }
  }
}
