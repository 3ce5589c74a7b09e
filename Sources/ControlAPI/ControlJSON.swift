import Bytes
import FoundationEssentials
import Wire

/// JSON as the control socket and `--json` write it: one line, keys in alphabetical order, slashes as they are. Characters
/// that steer a terminal or reorder what stands beside them are written as `\uXXXX`, so that the line is harmless where a
/// person reads it and means the same.
package enum ControlJSON {
  /// The value as one line without its end. Nil only for a number that JSON cannot write.
  package static func encode(_ value: some Encodable) -> [UInt8]? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(value)).map { harmless(Array($0)) }
  }

  /// Outside strings JSON is all ASCII, so what is to be escaped stands inside one.
  private static func harmless(_ line: [UInt8]) -> [UInt8] {
    guard line.contains(where: { $0 >= 0x7f }) else { return line }
    var safe: [UInt8] = []
    safe.reserveCapacity(line.count)
    for scalar in String(decoding: line, as: UTF8.self).unicodeScalars {
      if Printable.isHarmless(scalar) {
        safe += UTF8.encode(scalar).map(Array.init) ?? []
      } else {
        for unit in String(scalar).utf16 { safe += escaped(unit) }
      }
    }
    return safe
  }

  private static func escaped(_ unit: UInt16) -> [UInt8] {
    let digits = String(unit, radix: 16)
    return Array(("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8)
  }

  /// Decodes, or throws what was wrong and where, as text for people.
  package static func decode<T: Decodable>(_ type: T.Type, from bytes: [UInt8]) throws(Mistake) -> T {
    // Before the decoder, whose work grows with the square of the depth, and which takes what is no JSON.
    if let words = JSONGrammar.mistake(in: bytes) { throw Mistake(text: words, isJSON: false) }
    do {
      return try JSONDecoder().decode(type, from: Data(bytes))
    } catch let error as JSONValue.TooLarge {
      throw Mistake(text: "\(Mistake.path(error.path)) is a number that is too large", isJSON: true)
    } catch let error as DecodingError {
      throw Mistake(error, in: bytes)
    } catch {
      throw Mistake(text: "not JSON", isJSON: false)
    }
  }

  /// What was wrong in a JSON text, and where.
  package struct Mistake: Error, Hashable {
    package let text: String
    /// Whether the text was JSON at all.
    package let isJSON: Bool

    init(text: String, isJSON: Bool) {
      self.text = text
      self.isJSON = isJSON
    }

    init(_ error: DecodingError, in bytes: [UInt8]) {
      switch error {
      case .typeMismatch(let type, let context):
        self.init(text: "\(Mistake.path(context.codingPath)) is not \(Mistake.name(type))", isJSON: true)
      case .valueNotFound(_, let context):
        self.init(text: "\(Mistake.path(context.codingPath)) is null", isJSON: true)
      case .keyNotFound(let key, let context):
        self.init(text: "\(Mistake.path(context.codingPath + [key])) is missing", isJSON: true)
      // The text is JSON, so that it can only be a number, whose place the decoder does not tell.
      case .dataCorrupted(let context) where context.codingPath.isEmpty:
        let path = (try? JSONDecoder().decode(JSONValue.self, from: Data(bytes)))?.pathOfFraction
        let place = path.map { $0.isEmpty ? "the value" : $0.joined(separator: ".") }
        self.init(text: "\(place ?? "a number") is not a whole number of 64 bits", isJSON: true)
      case .dataCorrupted(let context):
        self.init(text: "\(Mistake.path(context.codingPath)) is not one of the allowed values", isJSON: true)
      @unknown default:
        self.init(text: "not JSON", isJSON: false)
      }
    }

    static func path(_ keys: [any CodingKey]) -> String {
      keys.isEmpty
        ? "the value" : keys.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
    }

    private static func name(_ type: any Any.Type) -> String {
      switch type {
      case is String.Type: "a string"
      case is Bool.Type: "true or false"
      case is Int.Type, is Int64.Type, is Int32.Type, is UInt64.Type: "a whole number"
      case is Double.Type: "a number"
      case is [Any].Type: "an array"
      case is RequestID.Type: "a string or a whole number"
      default: "an object"
      }
    }
  }
}
