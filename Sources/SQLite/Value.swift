/// One cell, as SQLite stores it.
package enum Value: Equatable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])
}

extension Value {
  /// The integer, or NULL.
  package init(_ integer: Int64?) { self = integer.map(Value.integer) ?? .null }

  /// The text, or NULL.
  package init(_ text: String?) { self = text.map(Value.text) ?? .null }

  /// The byte string, or NULL.
  package init(_ bytes: [UInt8]?) { self = bytes.map(Value.blob) ?? .null }

  /// 1 or 0.
  package init(_ flag: Bool) { self = .integer(flag ? 1 : 0) }
}

extension Value: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral, ExpressibleByNilLiteral {
  package init(integerLiteral value: Int64) { self = .integer(value) }
  package init(stringLiteral value: String) { self = .text(value) }
  package init(nilLiteral: ()) { self = .null }
}
