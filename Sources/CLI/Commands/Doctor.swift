import Bytes
import ControlAPI

/// `sophax doctor`: the settings, then what can be seen without a daemon, then what the daemon says.
struct Doctor {
  let context: Context

  func run() async throws(Stop) -> ExitCode {
    let configuration: NodeConfiguration
    do {
      let loaded = try context.loadConfiguration()
      configuration = loaded.configuration
      try show(settings(loaded))
    } catch .failure(let failure) {
      try show(
        Finding(
          "settings", .bad, failure.message, fix: failure.hint ?? "sophax help configuration lists the values",
          reason: .badInput))
      return failure.code
    }
    let source = KeySource(context: context, configuration: configuration)
    let key = Result { () throws(RPCError) in try source.locate() }
    let findings = await context.surroundings.local.diagnose(configuration, key: key) + (try daemon())
    for finding in findings { try show(finding) }
    guard let first = findings.first(where: { $0.verdict == .bad }) else { return .success }
    return first.reason?.exitCode ?? .internalFailure
  }

  private func settings(_ loaded: ConfigurationLoader.Loaded) -> Finding {
    if let stranger = UnknownVariables.names(in: context.surroundings.environment).first {
      return Finding(
        "settings", .warning, "the environment holds \(stranger), which is no setting",
        fix: UnknownVariables.advice(for: stranger))
    }
    let isRead = FileText.exists(loaded.file)
    return Finding(
      "settings", .good, isRead ? "\(loaded.file) is in order" : "defaults; there is no \(loaded.file)")
  }

  private func daemon() throws(Stop) -> [Finding] {
    do throws(Stop) {
      let status = try context.ask(NodeStatus.self, Nothing())
      let running = Finding("daemon", .good, "process \(status.pid) runs, version \(status.version)")
      let tor = Finding("tor", .good, "the daemon uses \(status.tor.mode == .own ? "its own" : "the system's")")
      return (status.tor.phase == .ready ? [running, tor] : [running])
        + status.missing.map { missing in
          // What is no fault is on its way and only takes time, or is meant so.
          Finding(
            Self.check(missing.part), missing.fault ? .bad : .warning, missing.text, fix: missing.fix,
            reason: missing.fault ? Self.reason(missing.part) : nil)
        }
    } catch .failure(let failure) where failure.code == .daemonNotRunning {
      return [Finding("daemon", .warning, failure.message, fix: failure.hint)]
    } catch .failure(let failure) {
      return [Finding("daemon", .bad, failure.message, fix: failure.hint, reason: .internalFailure)]
    }
  }

  private static func check(_ part: ShortfallView.Part) -> String {
    switch part {
    case .tor, .clock, .directory, .store: part.rawValue
    case .onion: "onion service"
    }
  }

  private static func reason(_ part: ShortfallView.Part) -> ControlErrorReason {
    switch part {
    case .tor, .onion: .torUnavailable
    case .clock: .internalFailure
    case .directory: .stateForbids
    case .store: .storeUnusable
    }
  }

  private func show(_ plain: Finding) throws(Stop) {
    var finding = plain
    finding.text = context.node.repeated(in: plain.text)
    finding.fix = plain.fix.map(context.node.repeated)
    try context.print(finding) {
      let style = Style(isOn: context.console.coloursOutput)
      let mark =
        switch finding.verdict {
        case .good: style.good("ok     ")
        case .warning: style.warning("warning")
        case .bad: style.bad("fault  ")
        }
      let head = "\(mark)  \(finding.check): \(Printable.escape(finding.text))"
      return [head]
        + (finding.fix.map { ["         fix: \(Printable.escape($0))"] } ?? [])
    }
  }
}
