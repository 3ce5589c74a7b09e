import Bytes

/// Variables of the environment that look like settings and are none. A key of the file that is none is refused, for the
/// file is the node's own; the environment is shared with others, so that a variable is only warned of.
enum UnknownVariables {
  /// Names the file of the settings, and is none of them.
  static let configurationFile = "SOPHAX_CONFIG"

  private static var known: [String] { ConfigurationKey.allCases.map(\.variable) + [configurationFile] }

  /// Their names, in alphabetical order.
  static func names(in environment: [String: String]) -> [String] {
    let known = Set(known)
    return environment.keys.filter { $0.hasPrefix("SOPHAX_") && !known.contains($0) }.sorted()
  }

  /// What may have been meant.
  static func advice(for name: String) -> String {
    Suggestion.nearest(to: name, among: known).map { "did you mean \($0)?" }
      ?? "sophax help configuration lists the variables"
  }

  /// A line each for a person.
  static func warnings(about environment: [String: String]) -> [String] {
    names(in: environment).map { name in
      "sophax: warning: the variable \(Printable.escape(name)) is no setting; \(advice(for: name))"
    }
  }
}
