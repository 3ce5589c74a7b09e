import ControlAPI

/// Prints events one by one, and says where to go on when the daemon ends.
struct EventPrinter {
  let context: Context
  let client: ControlClient

  func run(count: Int) throws(Stop) {
    var last: Int64?
    for _ in 0..<count {
      let event: Event
      do throws(Stop) {
        event = try client.nextEvent()
      } catch .failure(let failure) where failure.code == .daemonNotRunning {
        let hint = last.map { "go on with: sophax events --after \($0)" } ?? failure.hint
        throw .failure(Failure(failure.code, failure.message, hint: hint))
      }
      try context.print(event) { [EventText.line(event)] }
      last = event.cursor
    }
  }
}
