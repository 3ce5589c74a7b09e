import Bytes
import FoundationEssentials

/// Any JSON, for reading vector files and for taking the JSON of a payload apart.
package enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  package enum Failure: Error {
    case lacks(String)
    case isNot(String, String)
  }

  /// Parses JSON text.
  package init(parsing bytes: [UInt8]) throws {
    self = try JSONDecoder().decode(JSONValue.self, from: Data(bytes))
  }

  /// The member of an object; null when it is missing or this is no object.
  package subscript(key: String) -> JSONValue {
    if case .object(let members) = self { members[key] ?? .null } else { .null }
  }

  package var isNull: Bool { self == .null }

  package var asString: String? { if case .string(let value) = self { value } else { nil } }
  package var asDouble: Double? { if case .number(let value) = self { value } else { nil } }
  package var asBool: Bool? { if case .bool(let value) = self { value } else { nil } }
  package var asArray: [JSONValue]? { if case .array(let value) = self { value } else { nil } }
  package var asObject: [String: JSONValue]? { if case .object(let value) = self { value } else { nil } }

  // Members of an object that a test cannot do without: a thrown error names the key.

  package func string(_ key: String) throws -> String { try need(key, "a string", self[key].asString) }
  package func double(_ key: String) throws -> Double { try need(key, "a number", self[key].asDouble) }
  package func int(_ key: String) throws -> Int {
    try need(key, "an integer", self[key].asDouble.flatMap(Int.init(exactly:)))
  }
  package func bool(_ key: String) throws -> Bool { try need(key, "a boolean", self[key].asBool) }
  package func array(_ key: String) throws -> [JSONValue] { try need(key, "an array", self[key].asArray) }
  package func object(_ key: String) throws -> [String: JSONValue] {
    try need(key, "an object", self[key].asObject)
  }
  /// The bytes of a hexadecimal string.
  package func hex(_ key: String) throws -> [UInt8] {
    try need(key, "hexadecimal", self[key].asString.flatMap { Hex.decode($0) })
  }
  /// The bytes of a base64 string.
  package func base64(_ key: String) throws -> [UInt8] {
    try need(key, "base64", self[key].asString.flatMap { Data(base64Encoded: $0).map(Array.init) })
  }
  /// The UTF-8 bytes of a string that holds a document.
  package func text(_ key: String) throws -> [UInt8] { Array(try string(key).utf8) }

  private func need<T>(_ key: String, _ kind: String, _ value: T?) throws -> T {
    guard let value else { throw self[key].isNull ? Failure.lacks(key) : Failure.isNot(key, kind) }
    return value
  }
}

extension JSONValue: Decodable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode([String: JSONValue].self) {
      self = .object(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .array(value)
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if container.decodeNil() {
      self = .null
    } else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not JSON")
    }
  }
}
