package import Wire

/// A signed message as the bytes in which it goes over a link: made once when it goes over several.
package struct OutboundMessage: Sendable {
  package let type: MessageType
  /// The JSON of the envelope.
  let body: [UInt8]

  package init(_ message: WireMessage) {
    type = message.type
    body = message.encoded()
  }
}
