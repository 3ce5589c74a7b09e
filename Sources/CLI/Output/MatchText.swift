import Bytes
import ControlAPI

/// Matches of the directory for people.
enum MatchText {
  static func lines(_ match: MatchView) -> [String] {
    let rows: [(String, String)?] = [
      match.username.map { ("calls itself", Printable.escape($0)) }, ("node ID", match.nodeID),
      match.address.map { ("address", Printable.escape($0)) }, ("safety number", match.safetyNumber),
      ("made", "\(TimeText.local(match.timestamp)), \(TimeText.elapsed(match.ageMilliseconds)) ago"),
      ("replicas", "\(match.replicas)" + (match.stale == 0 ? "" : ", and \(match.stale) older")),
      (
        "served by",
        match.servedBy.isEmpty ? "this node" : match.servedBy.map { String($0.prefix(16)) }.joined(separator: " ")
      ),
    ]
    return rows.compactMap(\.self).map { Columns.row($0.0, $0.1, width: 13) }
  }

  static func summary(_ result: DirectoryFind.Result) -> String {
    let count = result.matches.count
    return
      "\(count) match\(count == 1 ? "" : "es") in \(TimeText.elapsed(result.milliseconds)), "
      + "\(Count.text(result.hops, "hop")), \(Count.text(result.requests, "request"))\(result.complete ? "" : ", search not finished")"
  }
}
