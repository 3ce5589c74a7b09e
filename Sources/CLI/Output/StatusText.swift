import Bytes
import ControlAPI
import World

/// A status for people.
struct StatusText {
  private let style: Style

  init(colour: Bool) { style = Style(isOn: colour) }

  func lines(_ status: NodeStatus.Result) -> [String] {
    let id = status.identity
    let rows: [String?] = [
      row("node", "\(id.username.map { Printable.escape($0) + "  " } ?? "")\(id.prefix)"),
      row("address", id.address),
      row(
        "running",
        "version \(status.version), process \(status.pid), for \(TimeText.elapsed(status.uptimeMilliseconds))"),
      row("tor", tor(status.tor, among: status.missing)),
      row("onion", onion(status.onion)),
      row("links", "\(status.links.proven) proven, \(status.links.incoming) in, \(status.links.outgoing) out"),
      row("directory", directory(status.directory)),
      status.directory.audit.map { row("read back", AuditText.line($0)) },
      row("outbox", "\(status.outbox.queued) queued, \(status.outbox.waiting) waiting for a receipt"),
      row("relay", relay(status.relay)),
      row(
        "store",
        "\(size(status.store.bytes))\(status.store.problem.map { ", " + style.bad(Printable.escape($0)) } ?? "")"),
    ]
    return rows.compactMap(\.self)
      + status.missing.flatMap { shortfall in
        [row("missing", style.warning(Printable.escape(shortfall.text)))]
          + (shortfall.fix.map { [row("", "fix: \(Printable.escape($0))")] } ?? [])
      }
  }

  private func row(_ name: String, _ text: String) -> String {
    style.strong(name + String(repeating: " ", count: max(0, 10 - name.count))) + "  " + text
  }

  /// A problem that stands among what is missing is not told twice.
  private func tor(_ tor: TorView, among missing: [ShortfallView]) -> String {
    let phase =
      switch tor.phase {
      case .ready: style.good("ready")
      case .bootstrapping: style.warning("bootstrapping \(tor.percent) %")
      case .starting, .connecting, .authenticating: style.warning(tor.phase.rawValue)
      case .down: style.bad("down")
      }
    let parts = [
      tor.mode.rawValue, tor.version.map { "version \(Printable.escape($0))" },
      tor.socks.map { "socks \(Printable.escape($0))" },
      tor.proofOfWork ? "proof of work on" : nil, "since \(TimeText.local(tor.since))",
      tor.problem.flatMap { problem in
        missing.contains { $0.text == problem } ? nil : Printable.escape(problem)
      },
    ]
    return ([phase] + parts.compactMap(\.self)).joined(separator: ", ")
  }

  private func onion(_ onion: OnionView) -> String {
    let state =
      switch onion.state {
      case .published: style.good("published")
      case .publishing: style.warning("publishing")
      case .down: style.bad("down")
      }
    let parts = [
      onion.lastReached.map { "reached from outside \(TimeText.local($0))" },
      onion.problem.map { Printable.escape($0) },
      onion.failedProbes == 0 ? nil : style.warning("\(Count.text(onion.failedProbes, "probe")) failed"),
      onion.healing.map { Printable.escape($0) },
    ]
    return ([state, "since \(TimeText.local(onion.since))"] + parts.compactMap(\.self)).joined(separator: ", ")
  }

  private func directory(_ directory: NodeStatus.Directory) -> String {
    // After a restart it is known that it was published, and not yet who still has it.
    let places = directory.replicas == 0 ? "" : " at \(Count.text(directory.replicas, "node"))"
    let published = directory.lastPublished.map { "published \(TimeText.local($0))\(places)" }
    let own = directory.withdrawn ? "withdrawn\(places)" : published
    let late = directory.lagMilliseconds == 0 ? nil : "overdue by \(TimeText.elapsed(directory.lagMilliseconds))"
    let parts = [
      Count.text(directory.contacts, "contact"), Count.text(directory.records, "record"),
      "\(directory.seedsReached) of \(Count.text(directory.seedsTotal, "seed"))", own ?? "not published",
      late.map(style.warning),
    ]
    return parts.compactMap(\.self).joined(separator: ", ")
  }

  private func relay(_ relay: NodeStatus.Relay) -> String {
    let held = "\(relay.heldMessages) messages held for others, \(size(Int64(relay.heldBytes)))"
    let drops = relay.deadDrops == 0 ? "" : ", \(relay.deadDrops) dead drops"
    return (relay.enabled ? "on" : "off") + ", " + held + drops
  }

  private func size(_ bytes: Int64) -> String {
    switch bytes {
    case ..<10_000: "\(bytes) bytes"
    case ..<10_000_000: "\(bytes / 1000) kB"
    default: "\(bytes / 1_000_000) MB"
    }
  }
}

extension NodeStatus.Result {
  /// The same, with commands that it recommends made to speak to this node.
  func naming(_ node: NodeChoice) -> NodeStatus.Result {
    var other = self
    other.tor.fix = tor.fix.map(node.repeated)
    for index in missing.indices { other.missing[index].fix = missing[index].fix.map(node.repeated) }
    return other
  }
}
