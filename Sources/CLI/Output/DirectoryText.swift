import Bytes
import ControlAPI

/// Routing table and seeds for people.
enum DirectoryText {
  static func row(_ peer: DirectoryPeerView) -> [String] {
    [
      String(peer.nodeID.prefix(16)), Printable.escape(peer.address), Count.text(peer.bucket, "bit"),
      "link \(peer.link.rawValue)", peer.roundTripMilliseconds.map(TimeText.elapsed) ?? "-",
      peer.lastSeen.map { "seen \(TimeText.local($0))" } ?? "never seen",
    ]
  }

  /// A bucket with a mark for each of its places.
  static func row(_ bucket: BucketView) -> [String] {
    let places = max(bucket.capacity, bucket.contacts)
    let quiet = max(0, bucket.contacts - bucket.linked - bucket.failing)
    // A contact with an open connection may have failed a request.
    let linked = min(bucket.linked, bucket.contacts - min(bucket.failing, bucket.contacts))
    let marks = [("#", linked), ("+", quiet), ("?", bucket.failing), (".", places - bucket.contacts)]
    let waiting = bucket.replacements == 0 ? "" : "\(bucket.replacements) waiting"
    return [
      Count.text(bucket.bucket, "bit"),
      marks.map { String(repeating: $0.0, count: max(0, min($0.1, places))) }.joined(),
      "\(bucket.contacts) of \(bucket.capacity)", waiting,
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
