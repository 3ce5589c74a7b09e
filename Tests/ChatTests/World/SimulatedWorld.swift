import Chat
import E2EE
import TestWorld
import Testing
import Wire
import World

/// Nodes joined by links that a seed cuts, delays and damages, on one virtual clock. It does what the daemon does:
/// one call of an engine, one commit, then the directives in order.
struct SimulatedWorld {
  /// What the wire does to frames, as chances from 0 to 1.
  struct Faults {
    var drop = 0.0
    var duplicate = 0.0
    /// Frames of one direction overtake one another.
    var reorder = false
    /// A delivered frame cuts the link.
    var cut = 0.0
    /// An engine call ends in a crash at a step drawn by chance.
    var crash = 0.0
    /// Receipts that never arrive, counted down.
    var lostAcks = 0

    static let none = Faults()
    static let hard = Faults(drop: 0.05, duplicate: 0.1, reorder: true, cut: 0.01, crash: 0.01)
  }

  private struct Arrival {
    let at: Instant
    let order: Int
    let what: What

    enum What {
      case frame(WireMessage, from: Int, to: Int, epoch: Int)
      case link(Int, Int)
      case refused(Int, NodeID)
    }
  }

  var nodes: [SimulatedNode] = []
  var clock = ManualClock()
  var faults = Faults.none
  var chance: SeededRandom
  let settings: ChatSettings
  /// A crash at exactly this step of the run, counted over all nodes' calls; see `steps`.
  var crashAt: Int?
  private(set) var steps = 0
  private(set) var crashes = 0
  private var arrivals: [Arrival] = []
  private var nextOrder = 0
  /// Live links by their two ends, with a number that tells a later link of the same ends from an earlier one.
  private var links: [Set<Int>: Int] = [:]
  private var nextEpoch = 0
  /// Every link that was asked for, in order.
  private(set) var connects: [ChatDirective] = []
  private var dialled: [Int: Int] = [:]
  /// Every ciphertext that was ever put on the wire, to show that no message key served two plaintexts.
  private(set) var frames: [WireMessage] = []

  init(_ names: [String], seed: UInt64, settings: ChatSettings = ChatSettings()) {
    chance = SeededRandom(seed: seed)
    self.settings = settings
    for name in names {
      nodes.append(SimulatedNode(name: name, seed: chance.next(), settings: settings, at: clock.now))
    }
  }

  // MARK: What a test does

  func id(_ node: Int) -> NodeID { nodes[node].id }

  /// Makes two nodes contacts of each other.
  mutating func introduce(_ a: Int, _ b: Int) {
    add(b, to: a)
    add(a, to: b)
  }

  /// Makes `other` a contact of `node`.
  mutating func add(_ other: Int, to node: Int) {
    let peer = id(other)
    call(node) { node, now throws(ChatError) in
      try node.engine.addContact(peer, at: now, in: node.store, using: &node.chance)
    }
  }

  /// The ID of the message, nil when the call ended in a crash or a refusal: then nothing was promised.
  @discardableResult
  mutating func send(_ text: String, from a: Int, to b: Int) -> MessageID? {
    let peer = id(b)
    var id: MessageID?
    let kept = call(a) { node, now throws(ChatError) in
      let (message, directives) = try node.engine.send(
        text, to: peer, at: now, in: node.store, using: &node.chance)
      id = message.id
      return directives
    }
    return kept ? id : nil
  }

  mutating func accept(_ other: Int, at node: Int) {
    let peer = id(other)
    call(node) { node, now throws(ChatError) in
      try node.engine.acceptRequest(of: peer, at: now, in: node.store, using: &node.chance)
    }
  }

  mutating func block(_ other: Int, at node: Int) {
    let peer = id(other)
    call(node) { node, now throws(ChatError) in
      try node.engine.blockContact(peer, at: now, in: node.store, using: &node.chance)
    }
  }

  mutating func cancel(_ id: MessageID?, at node: Int) {
    guard let id else { return }
    call(node) { node, now throws(ChatError) in
      try node.engine.cancel(id, at: now, in: node.store, using: &node.chance)
    }
  }

  mutating func rename(_ other: Int, to name: String?, at node: Int) {
    let peer = id(other)
    call(node) { node, now throws(ChatError) in
      try node.engine.renameContact(peer, to: name, at: now, in: node.store, using: &node.chance)
    }
  }

  /// Sends what this version's engine would not: a payload of the test's own on a live link.
  mutating func transmit(_ type: MessageType, _ payload: some Encodable, from a: Int, to b: Int) {
    guard let epoch = links[[a, b]] else { return }
    let wire = nodes[a].identity.sign(type: type, payload: Payload.encode(payload), at: clock.now.timestamp)
    schedule(.frame(wire, from: a, to: b, epoch: epoch), after: .milliseconds(500))
  }

  /// The same for a content, encrypted in the session that `a` has with `b`.
  mutating func transmit(_ content: MessageContent, from a: Int, to b: Int) {
    let peer = id(b)
    guard var sessions = nodes[a].store.state.sessions[peer], let ring = nodes[a].store.state.ring else { return }
    let sender = nodes[a].identity
    let now = clock.now.timestamp
    let id = MessageID.random(using: &chance).text
    guard
      let message = try? sessions.encrypt(
        Payload.encode(content), messageID: id,
        senderBundle: { ring.directoryBundle(of: sender, address: nil, at: now) }, at: now, using: &chance)
    else { return }
    tamper(a) { (store) throws(InMemoryChatStore.Failure) in try store.savePeerSessions(sessions) }
    switch message {
    case .message(let payload): transmit(.message, payload, from: a, to: b)
    case .initiation(let payload): transmit(.initiateSession, payload, from: a, to: b)
    }
  }

  var wireNow: WireDate { WireDate(clock.now.timestamp) }

  mutating func setOnline(_ node: Int, _ online: Bool) {
    nodes[node].isOnline = online
    if !online { for ends in links.keys where ends.contains(node) { cut(ends) } }
  }

  mutating func crash(_ node: Int) {
    crashes += 1
    nodes[node].restart()
    for ends in links.keys where ends.contains(node) { cut(ends, exceptTelling: node) }
    call(node) { node, now throws(ChatError) in
      try node.engine.start(at: now, in: node.store, using: &node.chance)
    }
  }

  /// Changes what a node has stored, as damage or another program would, and commits it.
  mutating func tamper(_ node: Int, _ change: (InMemoryChatStore) throws(InMemoryChatStore.Failure) -> Void) {
    try? change(nodes[node].store)
    nodes[node].store.commit()
  }

  /// Opens a link, as a dial by somebody else does.
  mutating func link(_ a: Int, _ b: Int) {
    guard links[[a, b]] == nil, nodes[a].isOnline, nodes[b].isOnline else { return }
    nextEpoch += 1
    let epoch = nextEpoch
    links[[a, b]] = epoch
    for (node, other) in [(a, b), (b, a)] where links[[a, b]] == epoch { prove(other, to: node) }
  }

  mutating func cut(_ a: Int, _ b: Int) { cut([a, b]) }

  /// Lets everything happen that is due within `duration`.
  mutating func run(for duration: Duration) {
    let end = clock.now.instant + duration
    while let next = nextInstant, next <= end {
      if next > clock.now.instant { clock.advance(by: next - clock.now.instant) }
      step()
    }
    if end > clock.now.instant { clock.advance(by: end - clock.now.instant) }
  }

  struct Restless: Error {}

  /// Runs until nothing waits in any outbox.
  mutating func settle(within limit: Duration = .seconds(86_400)) throws(Restless) {
    let end = clock.now.instant + limit
    while !isSettled {
      guard let next = nextInstant, next <= end else { throw Restless() }
      if next > clock.now.instant { clock.advance(by: next - clock.now.instant) }
      step()
    }
  }

  private var isSettled: Bool { nodes.allSatisfy { $0.store.state.outbox.isEmpty } && arrivals.isEmpty }

  // MARK: What a test looks at

  /// The bodies of a conversation as `node` shows it, oldest first.
  func history(_ node: Int, with other: Int) -> [ChatMessage] {
    let page = try? nodes[node].engine.history(with: id(other), limit: 1_000, in: nodes[node].store)
    return (page ?? []).reversed()
  }

  func received(_ node: Int, from other: Int) -> [String] {
    history(node, with: other).filter { $0.direction == .received }.map(\.body)
  }

  func state(_ id: MessageID?, of node: Int) -> DeliveryState? {
    guard let id else { return nil }
    return try? nodes[node].engine.trace(of: id, in: nodes[node].store).message.state
  }

  func told(_ node: Int) -> [ChatEvent] { nodes[node].told.filter { $0.kind != .messageState } }

  /// How often a node asked for a link.
  func dials(_ node: Int) -> Int { dialled[node, default: 0] }

  func framesFrom(_ node: Int) -> [WireMessage] {
    frames.filter { nodes[node].keys.isNamed(by: $0.senderID) }
  }

  /// The different ciphertexts that left under a message's ID.
  func ciphertexts(of id: MessageID?) -> Set<RatchetMessage> {
    Set(
      frames.compactMap { wire in
        switch wire.type {
        case .message:
          guard let payload = try? Payload.decode(ChatMessagePayload.self, from: wire.payload) else { return nil }
          return payload.messageID == id?.text ? payload.ratchetMessage : nil
        case .initiateSession:
          guard let payload = try? Payload.decode(InitiateSessionMessage.self, from: wire.payload) else {
            return nil
          }
          return payload.messageID == id?.text ? payload.initialMessage : nil
        default: return nil
        }
      })
  }

  @discardableResult
  func page(_ node: Int, with other: Int) throws(ChatError) -> [ChatMessage] {
    try nodes[node].engine.history(with: id(other), limit: 1_000, in: nodes[node].store)
  }

  // MARK: The daemon's part

  /// Runs one call of an engine as the daemon does. False when a crash or a refusal undid it.
  @discardableResult
  mutating func call(
    _ index: Int, _ body: (inout SimulatedNode, Moment) throws(ChatError) -> [ChatDirective]
  ) -> Bool {
    if dies(index) { return false }
    let directives: [ChatDirective]
    do {
      directives = try body(&nodes[index], clock.now)
    } catch {
      nodes[index].store.rollback()
      lastError = error
      return false
    }
    if dies(index) { return false }
    nodes[index].store.commit()
    if dies(index) { return true }
    for directive in directives {
      carryOut(directive, of: index)
      if dies(index) { return true }
    }
    return true
  }

  /// The last refusal of a call.
  private(set) var lastError: ChatError?

  private mutating func dies(_ index: Int) -> Bool {
    steps += 1
    let falls = faults.crash > 0 && Double.random(in: 0..<1, using: &chance) < faults.crash / 4
    guard crashAt == steps || falls else { return false }
    crash(index)
    return true
  }

  private mutating func carryOut(_ directive: ChatDirective, of index: Int) {
    switch directive {
    case .event(let event): nodes[index].told.append(event)
    case .connect(let peer, _):
      connects.append(directive)
      dial(peer, from: index)
    case .transmit(let type, let payload, let peer, let message):
      guard let other = place(of: peer), let epoch = links[[index, other]] else { return }
      if let message { expectKept(payload, type, message, of: index, for: peer) }
      let wire = nodes[index].identity.sign(type: type, payload: payload, at: clock.now.timestamp)
      frames.append(wire)
      send(wire, from: index, to: other, epoch: epoch)
      if let message {
        call(index) { node, now throws(ChatError) in
          try node.engine.transmitted(message, to: peer, at: now, in: node.store, using: &node.chance)
        }
      }
    }
  }

  /// What leaves has been committed before, so that no crash can make the same key encrypt something else.
  private func expectKept(
    _ payload: [UInt8], _ type: MessageType, _ id: MessageID, of index: Int, for peer: NodeID
  ) {
    let kept = nodes[index].store.state.outbox[peer]?.first { $0.id == id }?.ciphertext
    #expect(kept.map { ratchetMessage($0.payload, $0.form) } == ratchetMessage(payload, type.form))
  }

  private func ratchetMessage(_ payload: [UInt8], _ form: OutboxCiphertext.Form?) -> RatchetMessage? {
    switch form {
    case .message: try? Payload.decode(ChatMessagePayload.self, from: payload).ratchetMessage
    case .initiateSession: try? Payload.decode(InitiateSessionMessage.self, from: payload).initialMessage
    case nil: nil
    }
  }

  private func place(of peer: NodeID) -> Int? { nodes.firstIndex { $0.id == peer } }

  private mutating func dial(_ peer: NodeID, from index: Int) {
    if let other = place(of: peer), links[[index, other]] != nil { return prove(other, to: index) }
    dialled[index, default: 0] += 1
    guard let other = place(of: peer), nodes[other].isOnline, nodes[index].isOnline else {
      schedule(.refused(index, peer), after: .seconds(20))
      return
    }
    schedule(.link(index, other), after: .milliseconds(Int.random(in: 500...8_000, using: &chance)))
  }

  private mutating func send(_ wire: WireMessage, from a: Int, to b: Int, epoch: Int) {
    if wire.type == .ack, faults.lostAcks > 0 {
      faults.lostAcks -= 1
      return
    }
    if Double.random(in: 0..<1, using: &chance) < faults.drop { return }
    let copies = Double.random(in: 0..<1, using: &chance) < faults.duplicate ? 2 : 1
    for _ in 0..<copies {
      let delay = faults.reorder ? Int.random(in: 100...3_000, using: &chance) : 500
      schedule(.frame(wire, from: a, to: b, epoch: epoch), after: .milliseconds(delay))
    }
  }

  private mutating func schedule(_ what: Arrival.What, after delay: Duration) {
    nextOrder += 1
    arrivals.append(Arrival(at: clock.now.instant + delay, order: nextOrder, what: what))
  }

  private mutating func cut(_ ends: Set<Int>, exceptTelling dead: Int? = nil) {
    guard links.removeValue(forKey: ends) != nil else { return }
    for end in ends.sorted() where end != dead {
      guard let other = ends.first(where: { $0 != end }) else { continue }
      let peer = id(other)
      call(end) { node, now throws(ChatError) in
        try node.engine.linkLost(peer, at: now, in: node.store, using: &node.chance)
      }
    }
  }

  /// `node` learns that its link is `other`'s, from the bundle that `other` made for it.
  private mutating func prove(_ other: Int, to node: Int) {
    let asker = id(node)
    let isContact = nodes[other].store.state.contacts[asker]?.trust == .accepted
    guard var ring = nodes[other].store.state.ring else { return }
    let bundle = ring.bundle(
      for: .hello(asker, isContact: isContact), of: nodes[other].identity,
      address: PeerAddress(nodes[other].identity.onion), at: clock.now.timestamp, using: &nodes[other].chance)
    try? nodes[other].store.savePreKeyRing(ring)
    nodes[other].store.commit()
    guard let verified = try? bundle.verified(at: clock.now.timestamp, purpose: .hello) else {
      Issue.record("a bundle of ours must verify")
      return
    }
    call(node) { node, now throws(ChatError) in
      try node.engine.linkProven(verified, at: now, in: node.store, using: &node.chance)
    }
  }

  /// Without a replay window, so that the engine itself has to recognise what it has seen.
  private mutating func deliver(_ wire: WireMessage, from: Int, to: Int) {
    let message = UnverifiedMessage(wire)
    let keys = nodes[from].keys
    var window = ReplayWindow()
    let now = clock.now
    call(to) { node, _ throws(ChatError) in
      switch wire.type {
      case .initiateSession:
        guard let verified = try? message.verifiedInitiation(at: now, window: &window) else { return [] }
        return try node.engine.receivedInitiation(verified, at: now, in: node.store, using: &node.chance)
      case .message:
        guard let verified = try? message.verified(by: keys, at: now, window: &window) else { return [] }
        return try node.engine.receivedMessage(verified, at: now, in: node.store, using: &node.chance)
      case .ack:
        guard let verified = try? message.verified(by: keys, at: now, window: &window) else { return [] }
        return try node.engine.receivedAck(verified, at: now, in: node.store, using: &node.chance)
      default:
        Issue.record("the chat sends no \(wire.type)")
        return []
      }
    }
  }

  // MARK: Time

  private var nextInstant: Instant? {
    let timers = nodes.filter(\.isOnline).compactMap(\.engine.nextDeadline)
    return (timers + arrivals.map(\.at)).min()
  }

  private mutating func step() {
    let now = clock.now.instant
    for index in nodes.indices where nodes[index].isOnline {
      guard let deadline = nodes[index].engine.nextDeadline, deadline <= now else { continue }
      call(index) { node, now throws(ChatError) in
        try node.engine.tick(at: now, in: node.store, using: &node.chance)
      }
    }
    let due = arrivals.filter { $0.at <= now }.sorted { ($0.at, $0.order) < ($1.at, $1.order) }
    arrivals.removeAll { $0.at <= now }
    for arrival in due { happen(arrival.what) }
  }

  private mutating func happen(_ what: Arrival.What) {
    switch what {
    case .link(let a, let b):
      guard nodes[a].isOnline, nodes[b].isOnline else { return refuse(id(b), to: a) }
      link(a, b)
    case .refused(let index, let peer): refuse(peer, to: index)
    case .frame(let wire, let from, let to, let epoch):
      guard links[[from, to]] == epoch else { return }
      deliver(wire, from: from, to: to)
      if Double.random(in: 0..<1, using: &chance) < faults.cut { cut([from, to]) }
    }
  }

  private mutating func refuse(_ peer: NodeID, to index: Int) {
    call(index) { node, now throws(ChatError) in
      try node.engine.unreachable(peer, "offline", at: now, in: node.store, using: &node.chance)
    }
  }
}

extension MessageType {
  fileprivate var form: OutboxCiphertext.Form? { OutboxCiphertext.Form(rawValue: rawValue) }
}
