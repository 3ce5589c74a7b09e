import Synchronization

/// How long one kind of act took, of either program.
struct Samples {
  var ours: [Double] = []
  /// Of dhtnode, with values that are not signed, and with signed ones.
  var plain: [Double] = []
  var signed: [Double] = []

  /// - Parameters:
  ///   - ours: what one act of ours is divided by, on average; the same of theirs.
  ///   - unit: what that is.
  func figures(_ name: String, ours copies: Double, theirs theirCopies: Double, _ unit: String) -> [Figure] {
    func tenths(_ value: Double) -> Double { (value * 10).rounded() / 10 }
    func time(_ kind: String, _ seconds: [Double], _ count: Double) -> Figure {
      Figure(
        name: "opendht.\(name).\(kind)", value: seconds.median * 1e3, unit: "ms",
        note: "median of \(seconds.count), p95 \(tenths(seconds.sorted()[seconds.count * 95 / 100] * 1e3)) ms;"
          + " \(tenths(count)) \(unit)")
    }
    func ratio(_ kind: String, _ seconds: [Double]) -> Figure {
      Figure(
        name: "opendht.\(name).\(kind).ratio", value: (ours.median / copies) / (seconds.median / theirCopies),
        unit: "x",
        note:
          "ours to theirs, each by its \(unit); lower is faster. In all: \(tenths(ours.median / seconds.median))")
    }
    return [
      time("ours", ours, copies), time("plain", plain, theirCopies), time("signed", signed, theirCopies),
      ratio("plain", plain), ratio("signed", signed),
    ]
  }
}

/// What went wrong on several threads.
final class Failures: Sendable {
  private let texts = Mutex<[String]>([])

  func add(_ text: String) { texts.withLock { $0.append(text) } }

  var first: String? { texts.withLock { $0.first } }
}
