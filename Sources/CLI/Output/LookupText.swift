import Bytes
import ControlAPI

/// A lookup as it went, for people.
enum LookupText {
  static func lines(_ result: DirectoryLookup.Result) -> [String] {
    let nodes = Columns.table(
      result.nodes.map { [String($0.nodeID.prefix(16)), Printable.escape($0.address), bits($0.sharedBits)] })
    let matches = result.matches.flatMap { [""] + MatchText.lines($0) }
    let withdrawn = result.withdrawn.map { "withdrawn  \($0)" }
    guard let steps = result.steps else { return nodes + matches + withdrawn }
    return Columns.table(steps.map(row)) + (nodes.isEmpty ? [] : [""]) + nodes + matches + withdrawn
  }

  static func summary(_ result: DirectoryLookup.Result) -> String {
    let failures = result.failures == 0 ? "" : ", \(result.failures) of them failed"
    return "\(Count.text(result.nodes.count, "node")) in \(TimeText.elapsed(result.milliseconds)), "
      + "\(Count.text(result.hops, "hop")), \(Count.text(result.requests, "request"))\(failures)"
      + (result.complete ? "" : ", search not finished")
  }

  private static func row(_ step: LookupStepView) -> [String] {
    [
      "+\(TimeText.elapsed(step.askedMilliseconds))", "path \(step.path)", "hop \(step.hop)",
      String(step.nodeID.prefix(16)), bits(step.sharedBits),
      step.tookMilliseconds.map(TimeText.elapsed) ?? "-", answer(step),
    ]
  }

  private static func answer(_ step: LookupStepView) -> String {
    switch step.state {
    case .pending: "no answer yet"
    case .late: "late"
    case .answered:
      Count.text(step.nodes ?? 0, "node")
        + (step.bundles == 0 ? "" : ", " + Count.text(step.bundles ?? 0, "bundle"))
    case .failed: "failed: " + Printable.escape(step.failure ?? "")
    }
  }

  private static func bits(_ count: Int) -> String { Count.text(count, "bit") }
}
