import FoundationEssentials

/// What the process stands in, handed in so that tests can stand it in something else.
package struct Surroundings: Sendable {
  package let environment: [String: String]
  package let console: Console
  package let interruption: Interruption
  package let local: any LocalActions
  /// What the client waits beyond the time it gave the daemon, for the answer to say that the time is up.
  package let grace: Duration

  package init(
    environment: [String: String], console: Console, interruption: Interruption, local: any LocalActions,
    grace: Duration = .seconds(10)
  ) {
    self.environment = environment
    self.console = console
    self.interruption = interruption
    self.local = local
    self.grace = grace
  }

  /// Those of this process.
  package static func ofProcess(interruption: Interruption, local: any LocalActions) -> Surroundings {
    let environment = ProcessInfo.processInfo.environment
    return Surroundings(
      environment: environment, console: Console(environment: environment), interruption: interruption, local: local
    )
  }
}
