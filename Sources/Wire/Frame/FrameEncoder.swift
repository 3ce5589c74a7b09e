/// Puts messages into frames: a 32-bit big-endian length, then the JSON of one envelope.
package enum FrameEncoder {
  /// The bytes of a frame's length.
  package static let headerCount = 4

  /// The frame around `body`; refused when it is longer than `WireLimits.maximumFrame`.
  package static func frame(_ body: [UInt8]) throws(WireError) -> [UInt8] {
    guard body.count <= WireLimits.maximumFrame else { throw .frameTooLarge(body.count) }
    var frame: [UInt8] = []
    frame.reserveCapacity(headerCount + body.count)
    for shift in stride(from: 24, through: 0, by: -8) {
      frame.append(UInt8(truncatingIfNeeded: body.count >> shift))
    }
    frame += body
    return frame
  }
}
