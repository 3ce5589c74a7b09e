import Bytes
import ControlAPI

/// The way of a message for people.
enum TraceText {
  static func line(_ step: TraceStep) -> [String] {
    let times = step.times > 1 ? "\(step.times) times" : ""
    let last = step.lastAt.map { "last \(TimeText.local($0))" } ?? ""
    let repeated = [times, last].filter { !$0.isEmpty }.joined(separator: ", ")
    return [
      TimeText.local(step.at), step.kind.rawValue,
      Printable.escape(step.evidence) + (repeated.isEmpty ? "" : " (\(repeated))"),
    ]
  }

  static func line(_ holder: HolderView) -> String {
    "held by \(Printable.escape(holder.nodeID, limit: 64)) until \(TimeText.local(holder.until))"
  }
}
