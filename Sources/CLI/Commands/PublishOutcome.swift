import Bytes
import ControlAPI

/// Whether a bundle is published: one node that took it is enough to be found.
struct PublishOutcome {
  let result: DirectoryPublish.Result

  var lines: [String] {
    [
      "\(result.accepted) accepted, \(result.refused) refused, \(result.newer) hold a newer one, "
        + "\(result.silent) silent, in \(TimeText.elapsed(result.milliseconds))"
        + (result.complete ? "" : "; the others are still being asked")
    ] + reasons.map { "refused: \($0)" }
  }

  /// Why it was refused, and by how many.
  private var reasons: [String] {
    result.refusals.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { reason, count in
      "\(Count.text(count, "node")): \(Self.words[reason] ?? Printable.escape(reason))"
    }
  }

  private static let words = [
    "too_often": "this node changes its record too often; it is tried again within minutes",
    "full": "the node keeps enough records that are nearer to it",
    "no_room": "the node's disk is nearly full",
    "too_many": "the link has brought too many records",
    "from_the_future": "the record is from the future: is this machine's clock ahead?",
    "stale": "the record is too old: is this machine's clock behind?",
  ]

  func exitCode() throws(Stop) -> ExitCode {
    if result.accepted > 0 { return .success }
    if result.newer > 0 {
      throw .failure(
        Failure(
          .stateForbids, "others hold a newer bundle of this identity",
          hint: "the clock may be slow, or the identity runs on another machine as well"))
    }
    if result.refused > 0 {
      throw .failure(
        Failure(
          .refused, "every node that answered has refused the bundle",
          hint: "nothing needs to be done: it is tried again within minutes"))
    }
    throw .failure(
      Failure(
        .timedOut, "no node has answered",
        hint: "sophax dir peers lists the nodes known, sophax dir seeds ls the seeds"))
  }
}
