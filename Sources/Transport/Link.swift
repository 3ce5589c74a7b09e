import Reactor
package import Wire
package import World

/// A connection to a peer, from its hellos to its end. Loop-confined; made and kept by a `LinkPool`.
package final class Link {
  private enum State {
    case greeting(HelloHandshake)
    case established
    /// Another link took its place; what is on its way here still counts, until the time is up.
    case retiring(until: Instant)
    case closed
  }

  /// Unique in its pool, and rising.
  package let id: UInt64
  package let role: LinkRole
  /// The peer's newest hello of this link's beginning; nil until the peer is known.
  package private(set) var hello: VerifiedHello?
  /// The keys of that hello: every message is checked by them.
  package private(set) var keys: IdentityKeys?
  package private(set) var proof: LinkProof?
  package private(set) var establishedAt: Instant?
  /// When it last carried something else than a sign of life.
  package private(set) var lastUsed: Instant

  var onEstablished: ((LinkProof) -> Void)?
  var onMessage: ((UnverifiedMessage) -> Void)?
  /// A file frame came; whether this node has asked for it, so that it is not counted against the pace of the link.
  var onFileFrame: ((FileFrame) -> Bool)?
  /// Some of the output has left, and not much of it is left.
  var onWritten: (() -> Void)?
  var onEnded: ((LinkCloseReason) -> Void)?
  /// The incomplete frames of all links have become too large together.
  var onInputFull: (() -> Void)?
  /// This link holds much output: all links together may hold too much.
  var onOutputGrown: (() -> Void)?

  private let context: LinkContext
  private let connection: Connection
  private var state: State
  private var decoder: FrameDecoder
  private var budget: InputBudget
  private var vitals: LinkVitals
  private var malformed = 0
  private var isResting = false
  /// The bytes of an incomplete frame that are counted in the context.
  private(set) var pendingInput = 0
  private var lifeTimer: Timer?
  private var restTimer: Timer?

  init(id: UInt64, role: LinkRole, connection: Connection, context: LinkContext) {
    let now = context.loop.now.instant
    self.id = id
    self.role = role
    self.connection = connection
    self.context = context
    lastUsed = now
    let handshake = HelloHandshake(
      role: role, identity: context.identity, settings: context.settings, random: &context.random)
    state = .greeting(handshake)
    decoder = FrameDecoder(limit: context.settings.helloFrame)
    budget = InputBudget(context.settings, proof: nil, at: now)
    vitals = LinkVitals(settings: context.settings, at: now)
  }

  /// Begins with the hellos. `early` are bytes of the peer that came before this link was made.
  func start(early: [UInt8] = []) {
    connection.onBytes = { [unowned self] in received($0) }
    connection.onClosed = { [unowned self] in connectionClosed($0) }
    connection.onWritten = { [unowned self] in onWritten?() }
    lifeTimer = Timer(loop: context.loop) { [unowned self] in look() }
    greet { handshake, now in handshake.start(at: now) }
    armLife()
    if !early.isEmpty { received(early) }
  }

  // MARK: What the node asks

  /// The peer's identity; nil until it is known. A link that is not proven only says that somebody has a hello of it.
  package var peer: NodeID? { keys?.nodeID }

  package var isProven: Bool { proof == .proven }

  /// Whether the peer reads file frames.
  package var takesFiles: Bool { isProven && hello?.hello.files == FileFrame.version }

  /// Whether messages for the peer should go this way.
  package var isCurrent: Bool {
    switch state {
    case .established: true
    case .greeting, .retiring, .closed: false
    }
  }

  /// Sends a message to the peer.
  package func send(_ message: WireMessage) throws(SendError) { try send(OutboundMessage(message)) }

  /// Sends a message to the peer that others get too.
  package func send(_ message: OutboundMessage) throws(SendError) {
    switch state {
    case .established, .retiring: break
    case .greeting, .closed: throw .notConnected
    }
    let now = context.loop.now.instant
    try write(message.body, at: now)
    if !message.type.isSignOfLife { lastUsed = now }
  }

  /// Sends a file frame to a peer that takes them.
  package func send(_ frame: FileFrame) throws(SendError) {
    switch state {
    case .established: break
    case .greeting, .retiring, .closed: throw .notConnected
    }
    guard takesFiles else { throw .notConnected }
    let now = context.loop.now.instant
    try write(frame.encoded, at: now)
    lastUsed = now
  }

  /// Sends what is queued, then closes. The pool tells `onClosed`.
  package func close() { end(.requested, flushing: true) }

  // MARK: What the pool asks

  func close(_ reason: LinkCloseReason) { end(reason, flushing: false) }

  func retire() {
    guard case .established = state else { return }
    state = .retiring(until: context.loop.now.instant + context.settings.retirement)
    armLife()
  }

  // MARK: Output

  private func write(_ message: WireMessage, at now: Instant) throws(SendError) {
    try write(message.encoded(), at: now)
  }

  private func write(_ body: [UInt8], at now: Instant) throws(SendError) {
    let frame: [UInt8]
    do throws(WireError) { frame = try FrameEncoder.frame(body) } catch { throw .tooLarge }
    do throws(WriteError) {
      try connection.write(frame)
    } catch {
      switch error {
      case .closed: throw .notConnected
      case .outputFull: throw .outputFull
      }
    }
    vitals.sent(at: now)
    if connection.queuedBytes > context.settings.outputShare { onOutputGrown?() }
  }

  /// Bytes that wait to be written.
  package var pendingOutput: Int { connection.queuedBytes }

  /// Whether so much waits to be written that what the peer can do without should not be added.
  package var isCongested: Bool { connection.isCongested }

  // MARK: Input

  private func received(_ bytes: [UInt8]) {
    decoder.push(bytes)
    if !isResting { drain() }
    countPending()
  }

  /// Handles the complete frames, as far as the budget goes.
  private func drain() {
    while true {
      if case .closed = state { return }
      let now = context.loop.now
      if let rest = budget.rest(at: now.instant) ?? helloRest(at: now.instant) { return pause(for: rest) }
      let next: [UInt8]?
      do throws(WireError) { next = try decoder.next() } catch { return end(.oversizeFrame, flushing: false) }
      guard let frame = next else { return }
      vitals.received(at: now.instant)
      if FileFrame.isBegun(by: frame), takesFiles {
        if !deliverFile(frame, now.instant) { budget.spend(frameOf: frame.count, at: now.instant) }
        continue
      }
      budget.spend(frameOf: frame.count, at: now.instant)
      handle(frame, now)
    }
  }

  /// A hello waits its turn among those of all links; its deadline goes on.
  private func helloRest(at now: Instant) -> Duration? {
    switch state {
    case .greeting: decoder.pending > 0 ? context.helloRest(at: now) : nil
    case .established, .retiring, .closed: nil
    }
  }

  private func pause(for rest: Duration) {
    isResting = true
    connection.pauseReading()
    let timer =
      restTimer
      ?? Timer(loop: context.loop) { [unowned self] in
        isResting = false
        drain()
        countPending()
        if !isResting { connection.resumeReading() }
      }
    timer.schedule(after: rest)
    restTimer = timer
  }

  private func handle(_ frame: [UInt8], _ now: Moment) {
    switch state {
    case .greeting:
      greet { handshake, now in
        let directives = handshake.received(frame, at: now, window: &context.window)
        if case .failed(let failure)? = directives.first, failure.isCheap { return directives }
        context.spendHello(at: now.instant)
        return directives
      }
    case .established, .retiring: deliver(frame, now.instant)
    case .closed: break
    }
  }

  private func deliver(_ frame: [UInt8], _ now: Instant) {
    do throws(WireError) {
      let message = try UnverifiedMessage.decode(frame)
      if !message.message.type.isSignOfLife { lastUsed = now }
      onMessage?(message)
    } catch {
      countMalformed(error)
    }
  }

  /// Whether this node has asked for what came.
  private func deliverFile(_ frame: [UInt8], _ now: Instant) -> Bool {
    do throws(WireError) {
      let frame = try FileFrame.decode(frame)
      lastUsed = now
      return onFileFrame?(frame) ?? false
    } catch {
      countMalformed(error)
      return false
    }
  }

  private func countMalformed(_ error: WireError) {
    context.counters.count("links.refused.\(RefusalReason(error).name)")
    malformed += 1
    if malformed > context.settings.malformedFrames { end(.garbage, flushing: false) }
  }

  private func countPending() {
    if case .closed = state { return }
    context.pendingInput += decoder.pending - pendingInput
    pendingInput = decoder.pending
    if context.pendingInput > context.settings.pendingInput { onInputFull?() }
  }

  // MARK: Hellos

  private func greet(_ step: (inout HelloHandshake, Moment) -> [HelloHandshake.Directive]) {
    guard case .greeting(var handshake) = state else { return }
    let now = context.loop.now
    let directives = step(&handshake, now)
    state = .greeting(handshake)
    for directive in directives {
      switch directive {
      case .send(let message):
        // A connection that cannot take a hello is breaking, and will say so itself.
        try? write(message, at: now.instant)
      case .established(let hello, let proof): establish(hello, proof, now.instant)
      case .failed(let failure): end(.hello(failure), flushing: true)
      }
    }
  }

  private func establish(_ hello: VerifiedHello, _ proof: LinkProof, _ now: Instant) {
    state = .established
    self.hello = hello
    keys = hello.bundle.keys
    self.proof = proof
    establishedAt = now
    decoder.limit = WireLimits.maximumFrame
    budget = InputBudget(context.settings, proof: proof, at: now)
    armLife()
    onEstablished?(proof)
  }

  // MARK: Life and end

  private func look() {
    let now = context.loop.now
    switch state {
    case .greeting: greet { handshake, now in handshake.tick(at: now) }
    case .established: checkVitals(now)
    case .retiring(let until): if now.instant >= until { end(.replaced, flushing: true) }
    case .closed: break
    }
    armLife()
  }

  private func checkVitals(_ now: Moment) {
    switch vitals.verdict(queued: connection.queuedBytes, at: now.instant) {
    case .fine: break
    case .idle: end(.idle, flushing: false)
    case .stalled: end(.stalled, flushing: false)
    case .pingDue:
      let ping = DHTPingPayload(senderNodeID: context.identity.keys.nodeID.hex)
      // One that does not fit is as good as sent: the link is busy, and stalls if it stays so.
      try? write(context.identity.message(.dhtPing, ping, at: now), at: now.instant)
      vitals.sent(at: now.instant)
    }
  }

  private func armLife() {
    switch state {
    case .greeting(let handshake): if let due = handshake.nextDeadline { lifeTimer?.schedule(at: due) }
    case .established: lifeTimer?.schedule(at: vitals.nextDeadline)
    case .retiring(let until): lifeTimer?.schedule(at: until)
    case .closed: lifeTimer?.cancel()
    }
  }

  private func connectionClosed(_ reason: CloseReason) {
    greet { handshake, now in handshake.failed(at: now) }
    end(.connection(reason), flushing: false)
  }

  private func end(_ reason: LinkCloseReason, flushing: Bool) {
    if case .closed = state { return }
    state = .closed
    if flushing { connection.closeAfterFlush() } else { connection.close() }
    context.pendingInput -= pendingInput
    pendingInput = 0
    lifeTimer?.cancel()
    restTimer?.cancel()
    let tellEnd = onEnded
    (onEstablished, onMessage, onEnded, onInputFull, onOutputGrown) = (nil, nil, nil, nil, nil)
    (onFileFrame, onWritten) = (nil, nil)
    tellEnd?(reason)
  }
}

extension MessageType {
  /// Whether it only tells that the link lives.
  fileprivate var isSignOfLife: Bool { self == .dhtPing || self == .dhtPong }
}
