import ControlAPI
import World

/// Asks for the status, once or until a goal is reached. A daemon that is only starting is waited for as well; one that
/// has answered and is gone is not: nobody knows whether another will come.
struct StatusWait {
  let context: Context

  func status() throws(Stop) -> NodeStatus.Result {
    guard let goal = context.arguments.value("wait").flatMap(StatusGoal.init) else {
      return try context.ask(NodeStatus.self, Nothing())
    }
    let progress = ProgressLine("waiting for the daemon", console: context.console)
    defer { progress.clear() }
    let deadline = SystemClock.instant + context.timeout
    var hasAnswered = false
    while true {
      let missing: Failure
      do throws(Stop) {
        let status = try context.ask(NodeStatus.self, Nothing())
        hasAnswered = true
        if goal.isReached(by: status) { return status }
        progress.advance(goal.stage(status))
        missing = StatusWait.unreached(goal, status)
      } catch .failure(let failure) where failure.code == .daemonNotRunning && !hasAnswered {
        progress.paint()
        missing = failure
      }
      guard SystemClock.instant < deadline else { throw .failure(missing) }
      try context.interruption.pause(Settings.poll)
    }
  }

  private static func unreached(_ goal: StatusGoal, _ status: NodeStatus.Result) -> Failure {
    let step = goal.stage(status)
    let percent = step.percent.map { " (\($0) %)" } ?? ""
    let problem = status.tor.problem ?? status.onion.problem
    return Failure(
      .timedOut, step.stage + percent + (problem.map { ": \($0)" } ?? ""),
      hint: status.tor.fix ?? "sophax doctor looks for faults")
  }
}
