/// A number of things in words.
enum Count {
  /// `1 hop`, `3 hops`.
  static func text(_ count: Int, _ thing: String) -> String { "\(count) \(thing)\(count == 1 ? "" : "s")" }
}
