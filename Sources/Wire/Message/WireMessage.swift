/// The envelope of everything on a link, signed with the sender's Ed25519 identity key. One that came from outside
/// is an `UnverifiedMessage`.
package struct WireMessage: Hashable, Sendable {
  package var type: MessageType
  /// The JSON of the type's payload; the signature covers these bytes as they are.
  package var payload: [UInt8]
  /// The beginning of the sender's node ID, 16, 32 or 64 hexadecimal digits; ours has 32.
  package var senderID: String
  /// When it was signed; ours are whole seconds.
  package var timestamp: WireDate
  /// Ed25519 over `signingBytes`, 64 bytes.
  package var signature: [UInt8]

  package init(type: MessageType, payload: [UInt8], senderID: String, timestamp: WireDate, signature: [UInt8]) {
    self.type = type
    self.payload = payload
    self.senderID = senderID
    self.timestamp = timestamp
    self.signature = signature
  }

  /// What the signature covers: type ‖ payload ‖ senderID ‖ the timestamp as `YYYY-MM-DDThh:mm:ssZ`.
  package var signingBytes: [UInt8] {
    WireMessage.signingBytes(type: type, payload: payload, senderID: senderID, timestamp: timestamp)
  }

  /// What a signer of these four signs.
  package static func signingBytes(
    type: MessageType, payload: [UInt8], senderID: String, timestamp: WireDate
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(payload.count + 128)
    append(type.rawValue, to: &bytes)
    bytes += payload
    append(senderID, to: &bytes)
    bytes += timestamp.signedText
    return bytes
  }

  /// As a whole, not byte by byte: these bytes are put together for every message that comes or goes.
  private static func append(_ text: String, to bytes: inout [UInt8]) {
    var text = text
    text.withUTF8 { bytes.append(contentsOf: $0) }
  }
}
