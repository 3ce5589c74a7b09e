/// Line charts, one above the other, as SVG.
struct Plot {
  struct Line {
    let name: String
    let points: [(x: Double, y: Double)]
  }

  struct Panel {
    let title: String
    let xLabel: String
    let yLabel: String
    let yMaximum: Double
    let lines: [Line]
  }

  private static let (width, height, left, top) = (460.0, 200.0, 60.0, 36.0)
  private static let (pitch, total) = (300.0, 640.0)
  // Distinguished also without colours: by dashes.
  private static let styles = [
    "stroke=\"#1b6ca8\"", "stroke=\"#c0392b\" stroke-dasharray=\"6 3\"",
    "stroke=\"#2e7d32\" stroke-dasharray=\"2 3\"",
  ]

  var panels: [Panel] = []

  var svg: String {
    let height = Self.pitch * Double(max(1, panels.count))
    let body = panels.enumerated().map { Self.draw($0.element, at: Self.pitch * Double($0.offset)) }.joined()
    return
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(Self.total) \(height)\" font-family=\"sans-serif\""
      + " font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\(body)</svg>\n"
  }

  private static func draw(_ panel: Panel, at offset: Double) -> String {
    let xMaximum = max(panel.lines.flatMap(\.points).map(\.x).max() ?? 1, 1e-9)
    let bottom = offset + top + height
    func x(_ value: Double) -> Double { (left + value / xMaximum * width).tenths }
    func y(_ value: Double) -> Double { (bottom - min(value, panel.yMaximum) / panel.yMaximum * height).tenths }
    var parts = ["<text x=\"\(left)\" y=\"\(offset + 22)\" font-size=\"14\">\(panel.title)</text>"]
    for fifth in 0...5 {
      let (xValue, yValue) = (xMaximum * Double(fifth) / 5, panel.yMaximum * Double(fifth) / 5)
      parts.append(
        "<path d=\"M\(left) \(y(yValue))h\(width)\" stroke=\"#ddd\"/>"
          + "<text x=\"\(left - 6)\" y=\"\(y(yValue) + 4)\" text-anchor=\"end\">\(yValue.tenths)</text>"
          + "<text x=\"\(x(xValue))\" y=\"\(bottom + 16)\" text-anchor=\"middle\">\(xValue.tenths)</text>")
    }
    parts.append(
      "<text x=\"\(left + width / 2)\" y=\"\(bottom + 32)\" text-anchor=\"middle\">\(panel.xLabel)</text>"
        + "<text x=\"\(left)\" y=\"\(offset + top - 4)\">\(panel.yLabel)</text>")
    for (index, line) in panel.lines.enumerated() {
      let style = styles[index % styles.count]
      let points = line.points.map { "\(x($0.x)),\(y($0.y))" }.joined(separator: " ")
      let legend = offset + top + 14 + 18 * Double(index)
      parts.append(
        "<polyline points=\"\(points)\" fill=\"none\" stroke-width=\"2\" \(style)/>"
          + "<path d=\"M\(left + width + 10) \(legend - 4)h20\" stroke-width=\"2\" \(style)/>"
          + "<text x=\"\(left + width + 35)\" y=\"\(legend)\">\(line.name)</text>")
    }
    return parts.joined(separator: "\n") + "\n"
  }
}
