import FoundationEssentials

/// Bytes that travel as padded base64 text in JSON (RFC 4648 §4), as Foundation's coders write `Data`.
package struct Base64Data: Hashable, Sendable {
  package var bytes: [UInt8]

  package init(_ bytes: [UInt8]) { self.bytes = bytes }
}

extension Base64Data: Codable {
  package init(from decoder: any Decoder) throws {
    bytes = Array(try decoder.singleValueContainer().decode(Data.self))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(Data(bytes))
  }
}
