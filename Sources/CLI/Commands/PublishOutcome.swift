import ControlAPI

/// Whether a bundle is published: one node that took it is enough to be found.
struct PublishOutcome {
  let result: DirectoryPublish.Result

  var lines: [String] {
    [
      "\(result.accepted) accepted, \(result.refused) refused, \(result.newer) hold a newer one, "
        + "\(result.silent) silent, in \(TimeText.elapsed(result.milliseconds))"
    ]
  }

  func exitCode() throws(Stop) -> ExitCode {
    if result.accepted > 0 { return .success }
    if result.newer > 0 {
      throw .failure(
        Failure(
          .stateForbids, "others hold a newer bundle of this identity",
          hint: "the clock may be slow, or the identity runs on another machine as well"))
    }
    if result.refused > 0 { throw .failure(Failure(.refused, "every node that answered has refused the bundle")) }
    throw .failure(
      Failure(
        .timedOut, "no node has answered",
        hint: "sophax dir peers lists the nodes known, sophax dir seeds ls the seeds"))
  }
}
