/// What a client calls its request, echoed in the answer: a whole number or a string (JSON-RPC 2.0 §4).
package enum RequestID: Hashable, Sendable {
  case number(Int64)
  case string(String)
}

extension RequestID: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Int64.self) {
      self = .number(number)
    } else if let string = try? container.decode(String.self) {
      self = .string(string)
    } else {
      throw DecodingError.typeMismatch(
        RequestID.self, DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "no identifier"))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .number(let number): try container.encode(number)
    case .string(let string): try container.encode(string)
    }
  }
}
