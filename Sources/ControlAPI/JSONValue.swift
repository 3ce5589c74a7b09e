/// Any JSON, for the places that pass it on without knowing its shape.
package enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// Where the first number is that is no whole one of 64 bits; nil when there is none.
  var pathOfFraction: [String]? {
    switch self {
    case .null, .bool, .integer, .string: nil
    case .number: []
    case .array(let values): Self.path(values.enumerated().map { ("\($0)", $1) })
    case .object(let members): Self.path(members.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
    }
  }

  private static func path(_ parts: [(name: String, value: JSONValue)]) -> [String]? {
    for part in parts {
      if let rest = part.value.pathOfFraction { return [part.name] + rest }
    }
    return nil
  }

  /// The members, when it is an object.
  package var members: [String: JSONValue]? {
    if case .object(let members) = self { members } else { nil }
  }
}

extension JSONValue: Codable {
  /// What is nothing else is a number that no double can be.
  struct TooLarge: Error { let path: [any CodingKey] }

  private struct AnyMember: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(stringValue: String) { (self.stringValue, intValue) = (stringValue, nil) }
    init(intValue: Int) { (stringValue, self.intValue) = ("\(intValue)", intValue) }
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if (try? decoder.container(keyedBy: AnyMember.self)) != nil {
      self = .object(try container.decode([String: JSONValue].self))
    } else if (try? decoder.unkeyedContainer()) != nil {
      self = .array(try container.decode([JSONValue].self))
    } else {
      throw TooLarge(path: decoder.codingPath)
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}
