/// The two ends of a link. The raw value is what a hello's proof covers.
package enum LinkSide: String, Sendable, Hashable {
  /// It opened the connection, to an address of the other.
  case dialler
  /// It accepted the connection.
  case listener

  package var opposite: LinkSide {
    switch self {
    case .dialler: .listener
    case .listener: .dialler
    }
  }
}
