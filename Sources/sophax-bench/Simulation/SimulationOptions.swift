/// The arguments of `sophax-bench sim`.
struct SimulationOptions {
  enum Mistake: Error, CustomStringConvertible {
    case unknown(String)
    case missingValue(String)
    case badValue(String, String)

    var description: String {
      switch self {
      case .unknown(let argument): "sim knows no \(argument); see sophax-bench help"
      case .missingValue(let option): "\(option) needs a value"
      case .badValue(let option, let value): "\(option) cannot be \(value)"
      }
    }
  }

  enum Scenario: String, CaseIterable {
    case lookup
    case churn
    case killed
    case sybils
    case curve
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

  init(_ arguments: some Collection<String>) throws(Mistake) {
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--nodes": nodes = try Self.number(of: argument, in: &rest, range: 25...100_000)
      case "--seed": seed = try Self.number(of: argument, in: &rest, range: 0...UInt64.max)
      case "--hours": hours = try Self.number(of: argument, in: &rest, range: 0.5...168)
      case "--csv": csv = try Self.value(of: argument, in: &rest)
      case "--svg": svg = try Self.value(of: argument, in: &rest)
      case "--json": isJSON = true
      default:
        guard let scenario = Scenario(rawValue: argument) else { throw .unknown(argument) }
        scenarios.append(scenario)
      }
    }
    if scenarios.isEmpty { scenarios = Scenario.allCases }
  }

  private static func value(of option: String, in rest: inout ArraySlice<String>) throws(Mistake) -> String {
    guard let value = rest.popFirst() else { throw .missingValue(option) }
    return value
  }

  private static func number<Number: LosslessStringConvertible & Comparable>(
    of option: String, in rest: inout ArraySlice<String>, range: ClosedRange<Number>
  ) throws(Mistake) -> Number {
    let text = try value(of: option, in: &rest)
    guard let number = Number(text), range.contains(number) else { throw .badValue(option, text) }
    return number
  }
}
