/// Cuts the bytes of a control connection into replies and events, however the network cut them.
///
/// Lines end with CRLF (a lone LF is taken too). A `+` line is followed by a data block up to a lone dot; a line
/// of the block that starts with a dot carries one dot more (control-spec §2.1). Events may stand between the
/// lines of a reply.
package struct ReplyParser: Sendable {
  private struct Pending {
    var lines: [ControlReply.Line] = []
    var bytes = 0
  }

  private let limits: ControlLimits
  private var line: [UInt8] = []
  private var reply = Pending()
  private var event = Pending()
  private var block: (line: ControlReply.Line, data: [String])?
  private var failure: ControlProtocolError?

  package init(limits: ControlLimits = ControlLimits()) { self.limits = limits }

  /// Whether bytes of an unfinished reply or event are held.
  package var isMidway: Bool { !line.isEmpty || block != nil || !reply.lines.isEmpty || !event.lines.isEmpty }

  /// Takes the next bytes and returns what they complete, in order. After an error every later push throws it again.
  package mutating func push(_ bytes: some Sequence<UInt8>) throws(ControlProtocolError) -> [ControlReply] {
    if let failure { throw failure }
    var complete: [ControlReply] = []
    do throws(ControlProtocolError) {
      for byte in bytes {
        if let done = try take(byte) { complete.append(done) }
      }
    } catch {
      failure = error
      throw error
    }
    return complete
  }

  private mutating func take(_ byte: UInt8) throws(ControlProtocolError) -> ControlReply? {
    guard byte == UInt8(ascii: "\n") else {
      guard line.count < limits.lineBytes else { throw .lineTooLong(limit: limits.lineBytes) }
      line.append(byte)
      return nil
    }
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    defer { line.removeAll(keepingCapacity: true) }
    return try take(line)
  }

  /// Adds one whole line; returns the reply or event that it ends.
  private mutating func take(_ line: [UInt8]) throws(ControlProtocolError) -> ControlReply? {
    if block != nil { return try takeData(line) }
    guard line.count >= 4, let code = Self.code(line[..<3]) else { throw .malformedLine }
    let parsed = ControlReply.Line(code: code, text: String(decoding: line[4...], as: UTF8.self))
    switch line[3] {
    case UInt8(ascii: "+"):
      block = (parsed, [])
      try count(line.count, isEvent: code / 100 == 6)
      return nil
    case UInt8(ascii: "-"):
      return try add(parsed, bytes: line.count, isLast: false)
    case UInt8(ascii: " "):
      return try add(parsed, bytes: line.count, isLast: true)
    case _:
      throw .malformedLine
    }
  }

  private mutating func takeData(_ line: [UInt8]) throws(ControlProtocolError) -> ControlReply? {
    guard var (head, data) = block else { return nil }
    if line == [UInt8(ascii: ".")] {
      head.data = data.joined(separator: "\n")
      block = nil
      return try add(head, bytes: 0, isLast: false)
    }
    let content = line.first == UInt8(ascii: ".") ? line.dropFirst() : line[...]
    data.append(String(decoding: content, as: UTF8.self))
    block = (head, data)
    try count(line.count + 1, isEvent: head.code / 100 == 6)
    return nil
  }

  private mutating func add(
    _ line: ControlReply.Line, bytes: Int, isLast: Bool
  ) throws(ControlProtocolError) -> ControlReply? {
    let isEvent = line.code / 100 == 6
    try count(bytes, isEvent: isEvent)
    if isEvent { event.lines.append(line) } else { reply.lines.append(line) }
    guard isLast else { return nil }
    defer { if isEvent { event = Pending() } else { reply = Pending() } }
    return ControlReply(lines: isEvent ? event.lines : reply.lines)
  }

  private mutating func count(_ bytes: Int, isEvent: Bool) throws(ControlProtocolError) {
    // Each line costs its own record too, so that a flood of empty lines is bounded as well.
    let cost = bytes + MemoryLayout<ControlReply.Line>.stride
    if isEvent { event.bytes += cost } else { reply.bytes += cost }
    guard max(event.bytes, reply.bytes) <= limits.replyBytes else { throw .replyTooLong(limit: limits.replyBytes) }
  }

  private static func code(_ digits: ArraySlice<UInt8>) -> Int? {
    var code = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      code = code * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return code
  }
}
