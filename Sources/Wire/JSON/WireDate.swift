import FoundationEssentials
package import World

/// A date of the wire: seconds since 2001-01-01T00:00:00Z as a double, kept exactly as it came, because some
/// signatures cover its eight bytes. Readers also take an ISO 8601 string.
package struct WireDate: Hashable, Sendable {
  /// Seconds from 1970 to 2001.
  static let epoch: Int64 = 978_307_200

  package let secondsSinceReference: Double

  package init(secondsSinceReference: Double) { self.secondsSinceReference = secondsSinceReference }

  /// From ISO 8601 text, as another build writes it; nil for anything else.
  init?(iso8601 text: String) {
    guard let date = try? Date(text, strategy: .iso8601) else { return nil }
    secondsSinceReference = date.timeIntervalSinceReferenceDate
  }

  /// The whole second of `timestamp`: whole seconds make the JSON number, the date text and the eight signed bytes
  /// unambiguous.
  package init(_ timestamp: Timestamp) {
    secondsSinceReference = Double(timestamp.seconds - WireDate.epoch)
  }

  /// The wall-clock time in milliseconds, rounded half up; values that no clock shows are clamped.
  package var timestamp: Timestamp {
    let milliseconds = (secondsSinceReference * 1000 + 0.5).rounded(.down)
    let clamped = min(max(milliseconds, -4e15), 4e15)
    return Timestamp(milliseconds: (clamped.isNaN ? 0 : Int64(clamped)) + WireDate.epoch * 1000)
  }

  /// How many seconds it lies after `time`; negative before it.
  package func seconds(after time: Timestamp) -> Double {
    secondsSinceReference - (Double(time.milliseconds) / 1000 - Double(WireDate.epoch))
  }

  /// The eight bytes of the double, little-endian: `ts8` of the signed-prekey signatures.
  package var littleEndianBytes: [UInt8] {
    withUnsafeBytes(of: secondsSinceReference.bitPattern.littleEndian, Array.init)
  }
}

extension WireDate: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let seconds = try? container.decode(Double.self) {
      secondsSinceReference = seconds
    } else {
      guard let date = WireDate(iso8601: try container.decode(String.self)) else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "neither a number nor ISO 8601")
      }
      self = date
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(secondsSinceReference)
  }
}
