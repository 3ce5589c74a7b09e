import Bytes

/// The envelope is parsed and written by hand: it is on the path of every message, its payload and signature are
/// most of its bytes, and they are plain base64.
extension UnverifiedMessage {
  /// Parses the JSON of an envelope: an object with the five keys, each once and not null; other keys are skipped.
  /// The payload's size is checked against its type before it is decoded from base64.
  package static func decode(_ bytes: [UInt8]) throws(WireError) -> UnverifiedMessage {
    var scanner = JSONScanner(bytes)
    let fields = try Fields(&scanner)
    guard scanner.isASCII || String(validating: bytes, as: UTF8.self) != nil else {
      throw .malformed("not UTF-8")
    }
    return try fields.message()
  }

  /// The values of the five keys as they stand in the text.
  private struct Fields {
    private var type: JSONScanner.RawString?
    private var payload: JSONScanner.RawString?
    private var senderID: JSONScanner.RawString?
    private var timestamp: WireDate?
    private var signature: JSONScanner.RawString?

    init(_ scanner: inout JSONScanner) throws(WireError) {
      scanner.skipWhitespace()
      try scanner.expect("{")
      scanner.skipWhitespace()
      if !scanner.take("}") {
        repeat {
          try member(&scanner)
        } while scanner.take(",")
        try scanner.expect("}")
      }
      scanner.skipWhitespace()
      guard scanner.isAtEnd else { throw .malformed("trailing bytes") }
    }

    private mutating func member(_ scanner: inout JSONScanner) throws(WireError) {
      scanner.skipWhitespace()
      let key = try scanner.string()
      scanner.skipWhitespace()
      try scanner.expect(":")
      scanner.skipWhitespace()
      let name = key.hasEscapes ? JSONText.unescaped(key.text)?[...] : key.text
      guard let name else { throw .malformed("invalid escape") }
      if name.elementsEqual("type".utf8) {
        try Fields.set(&type, "type", scanner.string())
      } else if name.elementsEqual("payload".utf8) {
        try Fields.set(&payload, "payload", scanner.string())
      } else if name.elementsEqual("senderID".utf8) {
        try Fields.set(&senderID, "senderID", scanner.string())
      } else if name.elementsEqual("timestamp".utf8) {
        try Fields.set(&timestamp, "timestamp", Fields.date(&scanner))
      } else if name.elementsEqual("signature".utf8) {
        try Fields.set(&signature, "signature", scanner.string())
      } else {
        try scanner.skipValue()
      }
      scanner.skipWhitespace()
    }

    private static func set<T>(_ field: inout T?, _ name: StaticString, _ value: T) throws(WireError) {
      guard field == nil else { throw .malformed("\(name) occurs twice") }
      field = value
    }

    private static func date(_ scanner: inout JSONScanner) throws(WireError) -> WireDate {
      if scanner.isNext("\"") {
        guard let text = try text(scanner.string()), let date = WireDate(iso8601: text) else {
          throw .malformed("timestamp is neither a number nor ISO 8601")
        }
        return date
      }
      guard let seconds = JSONText.double(try scanner.number()) else {
        throw .malformed("timestamp is not finite")
      }
      return WireDate(secondsSinceReference: seconds)
    }

    func message() throws(WireError) -> UnverifiedMessage {
      guard let type, let payload, let senderID, let timestamp, let signature else {
        throw .malformed("a key of the envelope is missing")
      }
      guard let type = try Fields.text(type).flatMap(MessageType.init(named:)) else { throw .unknownType }
      guard payload.text.count / 4 * 3 - 2 <= type.maximumPayload || payload.hasEscapes else {
        throw .payloadTooLarge(type)
      }
      let bytes = try Fields.base64(payload, "payload")
      guard bytes.count <= type.maximumPayload else { throw .payloadTooLarge(type) }
      guard let sender = try Fields.text(senderID) else { throw .malformed("senderID is not text") }
      return UnverifiedMessage(
        WireMessage(
          type: type, payload: bytes, senderID: sender, timestamp: timestamp,
          signature: try Fields.base64(signature, "signature")))
    }

    private static func text(_ string: JSONScanner.RawString) throws(WireError) -> String? {
      guard string.hasEscapes else { return JSONText.text(string.text) }
      guard let bytes = JSONText.unescaped(string.text) else { throw .malformed("invalid escape") }
      return JSONText.text(bytes[...])
    }

    private static func base64(_ string: JSONScanner.RawString, _ name: StaticString) throws(WireError) -> [UInt8] {
      let text = string.hasEscapes ? JSONText.unescaped(string.text)?[...] : string.text
      guard let text, let bytes = Base64.decode(text) else { throw .malformed("\(name) is not base64") }
      return bytes
    }
  }
}

extension WireMessage {
  /// The JSON of the envelope, its keys sorted.
  package func encoded() -> [UInt8] {
    var writer = JSONWriter(capacity: payload.count / 3 * 4 + 320)
    writer.object {
      $0.key("payload")
      $0.base64(payload)
      $0.member("senderID", senderID)
      $0.key("signature")
      $0.base64(signature)
      $0.member("timestamp", timestamp.secondsSinceReference)
      $0.key("type")
      $0.string(type.rawValue)
    }
    return writer.bytes
  }
}
