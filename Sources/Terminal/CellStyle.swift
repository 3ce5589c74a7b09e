/// How a cell looks, beside what it shows.
package struct CellStyle: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let plain: CellStyle = []
  package static let bold = CellStyle(rawValue: 1)
  package static let faint = CellStyle(rawValue: 2)
  package static let underlined = CellStyle(rawValue: 4)
  package static let reversed = CellStyle(rawValue: 8)
  /// Something needs the reader: a failure, a request.
  package static let alert = CellStyle(rawValue: 16)
  /// The reader's own.
  package static let own = CellStyle(rawValue: 32)

  /// The sequence that selects it (ECMA-48 SGR). Without colours, an alert is underlined.
  func sequence(colours: Bool) -> String {
    var codes = ["0"]
    if contains(.bold) { codes.append("1") }
    if contains(.faint) { codes.append("2") }
    if contains(.underlined) || (contains(.alert) && !colours) { codes.append("4") }
    if contains(.reversed) { codes.append("7") }
    if colours, contains(.alert) { codes.append("33") }
    if colours, contains(.own) { codes.append("36") }
    return "\u{1B}[\(codes.joined(separator: ";"))m"
  }
}
