import Glibc

/// The arguments of `sophax-bench sim`.
struct SimulationOptions {
  enum Mistake: Error, CustomStringConvertible {
    case unknown(String)
    case missingValue(String)
    case badValue(String, String, range: String)
    case nothingToDraw
    case unwritable(String, errno: Int32)

    var description: String {
      switch self {
      case .unknown(let argument): "sim knows no \(argument); see sophax-bench help"
      case .missingValue(let option): "\(option) needs a value"
      case .badValue(let option, let value, let range): "\(option) cannot be \(value): give \(range)"
      case .nothingToDraw: "--svg draws churn and curve only; name one of them, or leave --svg out"
      case .unwritable(let path, let number): "cannot write \(path): \(String(cString: strerror(number)))"
      }
    }
  }

  enum Scenario: String, CaseIterable {
    case lookup
    case churn
    case killed
    case sybils
    case curve

    /// Whether it has something that a drawing shows better than its row.
    var isDrawn: Bool {
      switch self {
      case .churn, .curve: true
      case .lookup, .killed, .sybils: false
      }
    }
  }

  /// Nil: what the bar of each scenario asks for.
  var nodes: Int?
  var seed: UInt64 = 1
  /// Simulated hours of churn.
  var hours = 1.0
  var scenarios: [Scenario] = []
  var csv: String?
  var svg: String?
  var isJSON = false
  /// Whether rows tell how long this machine took: then equal runs differ.
  var isTimed = false

  init(_ arguments: [String]) throws(Mistake) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--nodes": nodes = try Self.number(of: argument, in: &rest, range: 25...100_000)
      case "--seed": seed = try Self.number(of: argument, in: &rest, range: 0...UInt64.max)
      case "--hours": hours = try Self.number(of: argument, in: &rest, range: 0.5...168)
      case "--csv": csv = try Self.value(of: argument, in: &rest)
      case "--svg": svg = try Self.value(of: argument, in: &rest)
      case "--json": isJSON = true
      case "--timed": isTimed = true
      default:
        guard let scenario = Scenario(rawValue: argument) else { throw .unknown(argument) }
        scenarios.append(scenario)
      }
    }
    if scenarios.isEmpty { scenarios = Scenario.allCases }
    if svg != nil, !scenarios.contains(where: \.isDrawn) { throw .nothingToDraw }
  }

  /// Makes the files that the results go to, so that a wrong path is told before hours are spent.
  func makeFiles() throws(Mistake) {
    for path in [csv, svg].compactMap({ $0 }) {
      let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
      guard file >= 0 else { throw .unwritable(path, errno: errno) }
      close(file)
    }
  }

  private static func value(of option: String, in rest: inout ArraySlice<String>) throws(Mistake) -> String {
    guard let value = rest.popFirst() else { throw .missingValue(option) }
    return value
  }

  private static func number<Number: LosslessStringConvertible & Comparable>(
    of option: String, in rest: inout ArraySlice<String>, range: ClosedRange<Number>
  ) throws(Mistake) -> Number {
    let text = try value(of: option, in: &rest)
    guard let number = Number(text), range.contains(number) else {
      throw .badValue(option, text, range: "\(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }
}
