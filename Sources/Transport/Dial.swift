import Wire

/// A dial from `connect` to its end.
final class Dial {
  var expected: NodeID?
  let isolation: String
  /// Only a link that this dial made ends it well.
  let isProbe: Bool
  /// The connection on its way; let go once it stands.
  var attempt: AnyObject?
  /// The link whose hellos are under way.
  var link: Link?

  init(expected: NodeID?, isolation: String, isProbe: Bool) {
    self.expected = expected
    self.isolation = isolation
    self.isProbe = isProbe
  }
}
