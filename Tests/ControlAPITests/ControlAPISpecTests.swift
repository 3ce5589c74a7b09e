import ControlAPI
import TestWorld
import Testing
import World

/// `Docs/spec/control-api.md` says what the types say.
@Suite struct ControlAPISpecTests {
  private let text: String
  private let rows: [[String]]

  init() throws {
    let root = #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 }
    text = String(decoding: try Files.read(root + "/Docs/spec/control-api.md"), as: UTF8.self)
    rows = text.split(separator: "\n").filter { $0.hasPrefix("| ") }.map { line in
      line.split(separator: "|").map { cell in cell.filter { $0 != "`" && $0 != "?" }.trimmingSpaces }
    }
  }

  @Test func everyMethodIsListed() {
    let names = rows.map(\.[0]).filter { $0.contains(".") }
    #expect(names == Method.allCases.map(\.rawValue))
  }

  @Test func everyReasonIsListedWithItsNumbers() {
    for reason in ControlErrorReason.allCases {
      #expect(rows.contains([reason.rawValue, "\(reason.code)", "\(reason.exitCode.rawValue)"]), "\(reason)")
    }
  }

  @Test func everyExitCodeIsListedWithItsMeaning() {
    let listed = rows.filter { Int32($0[0]) != nil }
    #expect(listed == ExitCode.allCases.map { ["\($0.rawValue)", $0.meaning] })
  }

  @Test func everyWordIsListed() {
    func expect<Word: CaseIterable & RawRepresentable<String>>(_ name: String, _: Word.Type) {
      #expect(rows.first { $0[0] == name }?[1] == Word.allCases.map(\.rawValue).joined(separator: " "), "\(name)")
    }
    expect("tor phase", TorPhase.self)
    expect("onion state", OnionPhase.self)
    expect("missing part", ShortfallView.Part.self)
    expect("contact state", ContactState.self)
    expect("contact session", SessionState.self)
    expect("contact handshake", SessionHandshake.self)
    expect("link", LinkState.self)
    expect("contact switch", ContactSwitch.self)
    expect("conflict kind", ConflictKind.self)
    expect("session role", SessionRole.self)
    expect("message direction", MessageDirection.self)
    expect("message state", MessageState.self)
    expect("step of a trace kind", TraceStepKind.self)
    expect("step of a lookup state", LookupStepState.self)
    expect("seed state", SeedState.self)
    expect("file kind", FileKind.self)
    expect("file phase", FilePhase.self)
    expect("wait goal", FileWait.Goal.self)
  }

  @Test func everyEventKindIsNamed() throws {
    for kind in EventKind.allCases { #expect(text.contains("`\(kind.rawValue)`"), "\(kind)") }
  }

  @Test func everyMemberIsListed() {
    let time = Timestamp(milliseconds: 0)
    let identity = IdentityView(
      nodeID: "", peerID: "", prefix: "", address: "", username: "", safetyNumber: "", link: "")
    let tor = TorView(
      mode: .auto, phase: .down, percent: 0, detail: "", socks: "", version: "", proofOfWork: false, problem: "",
      fix: "",
      since: time)
    var contact = ContactView(
      nodeID: "", peerID: "", name: "", username: "", address: "", safetyNumber: "", state: .accepted,
      session: .none, handshake: .classical,
      link: .none, added: time, lastSeen: time)
    (contact.muted, contact.receipts, contact.typing, contact.lifetimeMilliseconds) = (true, true, true, 1)
    (contact.verified, contact.successor) = (time, "")
    let file = FileView(
      kind: .file, name: "", saveAs: "", mime: "", size: 0, durationMilliseconds: 0, phase: .offered, transferred: 0
    )
    let message = MessageView(
      messageID: "", nodeID: "", name: "", direction: .incoming, state: .received, body: "", timestamp: time,
      since: time,
      reason: "", cursor: "1.1", reply: ReplyView(messageID: ""), edited: time,
      reactions: [ReactionView(by: .incoming, emoji: "")], expires: time, file: file, gap: true)
    expect("identity", identity)
    expect("tor", tor)
    expect(
      "onion",
      OnionView(
        state: .down, since: time, problem: "", reachable: true, lastProbe: time, lastReached: time,
        failedProbes: 0,
        healing: ""))
    expect("contact", contact)
    expect("request", ContactRequestView(contact: contact, messages: 0, preview: "", received: time, conflicts: []))
    expect("conflict", ConflictView(kind: .name, nodeID: "", name: "", isRequest: true))
    expect(
      "session",
      SessionView(
        state: .none, handshake: .classical, role: .initiator, opened: time, lastReceived: time, previous: 0,
        healed: time))
    expect("typing", Typing(nodeID: "", name: "", typing: true))
    expect("message", message)
    expect("file", file)
    expect("reply", ReplyView(messageID: "", direction: .incoming, excerpt: ""))
    expect("reaction", ReactionView(by: .incoming, emoji: ""))
    expect("step of a trace", TraceStep(kind: .sent, at: time, lastAt: time, evidence: ""))
    expect("holder", HolderView(nodeID: "", until: time))
    expect("step", MessageStep(state: .sent, at: time, evidence: ""))
    expect(
      "match",
      MatchView(
        nodeID: "", peerID: "", username: "", safetyNumber: "", address: "", timestamp: time, ageMilliseconds: 0,
        replicas: 0, stale: 0, servedBy: []))
    expect(
      "step of a lookup",
      LookupStepView(
        nodeID: "", address: "", sharedBits: 0, path: 1, hop: 1, state: .failed, askedMilliseconds: 0,
        tookMilliseconds: 0, nodes: 0,
        bundles: 0, failure: ""))
    expect("near node", NearNodeView(nodeID: "", address: "", sharedBits: 0))
    expect("audit", AuditView(at: time, asked: 0, replicas: 0, stale: 0, missing: 0, newerElsewhere: false))
    expect(
      "bucket", BucketView(bucket: 0, contacts: 0, linked: 0, failing: 0, replacements: 0, capacity: 20))
    expect(
      "peer",
      DirectoryPeerView(nodeID: "", address: "", bucket: 0, link: .open, lastSeen: time, roundTripMilliseconds: 0))
    expect("seed", SeedView(address: "", state: .untried, lastTried: time, problem: "", fromConfiguration: true))
    expect("missing", ShortfallView(.tor, text: "", fix: "", fault: true))
    expect(
      "event",
      Event(
        cursor: 0, at: time, kind: .messageState, nodeID: "", messageID: "", message: message,
        contact: EventContact(name: "", username: "", state: .accepted), contactNow: contact)
    )
    expect("contact of an event", EventContact(name: "", username: "", state: .accepted))
    expect("progress", Progress(id: .number(0), stage: "", percent: 0, detail: "", messageID: ""))
  }

  private func expect(_ name: String, _ value: some Encodable) {
    let members = ControlJSON.encode(value).flatMap { try? ControlJSON.decode(JSONValue.self, from: $0) }?.members
    let listed = rows.first { $0[0] == name && $0.count == 2 }?[1].split(separator: " ").map(String.init)
    #expect(listed?.sorted() == members?.keys.sorted(), "\(name)")
  }
}

extension String {
  fileprivate var trimmingSpaces: String {
    let body = drop { $0 == " " }
    return String(body[..<(body.lastIndex { $0 != " " }.map(body.index(after:)) ?? body.startIndex)])
  }
}
