/// Why bytes are not a message, a payload or a frame of the wire.
package enum WireError: Error, Equatable, Sendable {
  /// Not the JSON that was expected; the text says what is wrong, without quoting what came.
  case malformed(String)
  /// The type is none of the 42.
  case unknownType
  /// The payload is larger than its type may be.
  case payloadTooLarge(MessageType)
  /// A frame announces more bytes than `WireLimits.maximumFrame`: the link cannot be used any further.
  case frameTooLarge(Int)
}
