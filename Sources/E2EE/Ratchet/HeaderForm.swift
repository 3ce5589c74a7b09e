/// What the encryption of a header authenticates besides: the original's builds differ, and nothing on the wire says
/// which is meant.
enum HeaderForm: UInt8, Sendable {
  /// The label that we and the newest builds use.
  case labelled = 0
  /// Nothing, as older builds.
  case bare = 1

  private static let label = Array("SophaxChat_DR_Header_v2".utf8)

  var associatedData: [UInt8] {
    switch self {
    case .labelled: HeaderForm.label
    case .bare: []
    }
  }
}
