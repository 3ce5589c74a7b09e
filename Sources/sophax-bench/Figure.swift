/// One measured figure.
struct Figure {
  let name: String
  let value: Double
  let unit: String
  /// What it was measured against, or how often.
  let note: String

  /// One JSON line.
  var json: String {
    "{\"figure\":\"\(name)\",\"note\":\"\(note)\",\"unit\":\"\(unit)\",\"v\":1,\"value\":\(rounded)}"
  }

  /// One line for people.
  var text: String {
    let name = name.padding(to: 44)
    let value = String(rounded)
    return
      "\(name) \(String(repeating: " ", count: max(0, 14 - value.count)))\(value) \(unit.padding(to: 12)) \(note)"
  }

  /// Four significant digits: the machines are not quieter than that.
  private var rounded: Double {
    guard value != 0, value.isFinite else { return 0 }
    var scale = 1.0
    while abs(value) * scale < 1000 { scale *= 10 }
    return (value * scale).rounded() / scale
  }
}

extension String {
  fileprivate func padding(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
