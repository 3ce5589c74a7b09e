import FoundationEssentials

/// The JSON of payloads: Foundation's coders with their default strategies, keys sorted, so that equal values are
/// equal bytes.
package enum Payload {
  /// The JSON of a payload.
  package static func encode(_ payload: some Encodable) -> [UInt8] {
    guard let writable = payload as? any JSONWritable else { return encodeWithFoundation(payload) }
    var writer = JSONWriter(capacity: writable.jsonCapacity)
    writable.write(to: &writer)
    return writer.bytes
  }

  static func encodeWithFoundation(_ payload: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // A payload of ours holds finite numbers; the strategy only makes encoding total.
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    do {
      return Array(try encoder.encode(payload))
    } catch {
      preconditionFailure("a payload of the wire is always encodable")
    }
  }

  /// The payload in `bytes`. Unknown keys are ignored; a missing or null optional is nil.
  package static func decode<T: Decodable>(_ type: T.Type, from bytes: [UInt8]) throws(WireError) -> T {
    if let readable = T.self as? any JSONReadable.Type, let value = readable.plain(bytes) as? T { return value }
    return try decodeWithFoundation(type, from: bytes)
  }

  static func decodeWithFoundation<T: Decodable>(_ type: T.Type, from bytes: [UInt8]) throws(WireError) -> T {
    do {
      return try JSONDecoder().decode(type, from: Data(bytes))
    } catch let error as DecodingError {
      throw .malformed(Payload.words(for: error, in: type))
    } catch let error as WireError {
      throw error
    } catch {
      throw .malformed("\(type) is not JSON")
    }
  }

  /// Where the JSON differs from what was expected: keys of ours, never a value that came.
  private static func words(for error: DecodingError, in type: Any.Type) -> String {
    let (what, context): (String, DecodingError.Context) =
      switch error {
      case .keyNotFound(let key, let context): ("lacks \(key.stringValue)", context)
      case .typeMismatch(_, let context): ("has another JSON type", context)
      case .valueNotFound(_, let context): ("is null", context)
      case .dataCorrupted(let context): ("is not what it should be", context)
      @unknown default: ("cannot be decoded", .init(codingPath: [], debugDescription: ""))
      }
    let path = ([String(describing: type)] + context.codingPath.map(\.stringValue)).joined(separator: ".")
    return "\(path) \(what)"
  }
}
