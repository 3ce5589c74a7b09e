import Bytes
import ControlAPI

/// Routing table and seeds for people.
enum DirectoryText {
  static func row(_ peer: DirectoryPeerView) -> [String] {
    [
      String(peer.nodeID.prefix(16)), Printable.escape(peer.address), "bucket \(peer.bucket)",
      "link \(peer.link.rawValue)", peer.roundTripMilliseconds.map(TimeText.elapsed) ?? "-",
      peer.lastSeen.map { "seen \(TimeText.local($0))" } ?? "never seen",
    ]
  }

  /// Prints the seeds, each with how it answered last.
  static func print(_ list: SeedList, in context: Context) throws(Stop) -> ExitCode {
    try context.printTable(list.seeds, empty: "no seeds", row: row)
    return .success
  }

  private static func row(_ seed: SeedView) -> [String] {
    [
      Printable.escape(seed.address), seed.state.rawValue, seed.fromConfiguration ? "configured" : "added",
      seed.lastTried.map { "tried \(TimeText.local($0))" } ?? "-", seed.problem.map { Printable.escape($0) } ?? "",
    ]
  }
}
