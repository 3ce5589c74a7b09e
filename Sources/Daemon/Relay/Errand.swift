import Chat
import Crypto
import E2EE
import Reactor
import Relay
import Transport
import Wire
import World

/// One visit to one holder, as a guest on a circuit of its own: brings deposits, or takes them back.
final class Errand {
  /// What the visit is for.
  enum Purpose {
    case deposit([OutgoingDeposit])
    case withdraw([MailboxDeposit])
  }

  let holder: MailboxHolder
  private let target: NodeID
  private let guest: GuestIdentity
  private let pool: LinkPool
  private let loop: EventLoop
  /// Deposits without an answer, by their names.
  private var open: [String: OutgoingDeposit] = [:]
  private var withdrawals: [String: MailboxDeposit] = [:]
  private var tookAll = true
  private var window = ReplayWindow()
  private var chance = SystemRandom()
  private var timer: Timer?
  private var hasEnded = false
  private let onStored: (OutgoingDeposit, MailboxDeposit) -> Void
  private let onForwarded: (OutgoingDeposit) -> Void
  private let onEnd: (_ tookAll: Bool) -> Void

  /// - Parameters:
  ///   - target: whose mailbox it is.
  ///   - onStored: the holder signed for a deposit.
  ///   - onForwarded: the holder refused a deposit, and was given it to pass on.
  ///   - onEnd: called once; whether it signed for all.
  init(
    _ purpose: Purpose, for target: NodeID, at holder: MailboxHolder, loop: EventLoop, dialer: any Dialer,
    log: Logger,
    onStored: @escaping (OutgoingDeposit, MailboxDeposit) -> Void,
    onForwarded: @escaping (OutgoingDeposit) -> Void, onEnd: @escaping (Bool) -> Void
  ) {
    self.holder = holder
    self.target = target
    self.loop = loop
    self.onStored = onStored
    self.onForwarded = onForwarded
    self.onEnd = onEnd
    guest = GuestIdentity(at: loop.now, using: &chance)
    pool = LinkPool(
      loop: loop, identity: guest, dialer: dialer, settings: TransportSettings(), random: SystemRandom(),
      logger: log)
    switch purpose {
    case .deposit(let deposits): for deposit in deposits { open[deposit.id] = deposit }
    case .withdraw(let deposits): for deposit in deposits { withdrawals[deposit.id] = deposit }
    }
  }

  func start() {
    pool.onLink = { [weak self] link in self?.arrived(link) }
    pool.onMessage = { [weak self] link, message in self?.received(message, on: link) }
    pool.onClosed = { [weak self] _, _ in self?.end() }
    pool.onDialEnded = { [weak self] _, result in
      if case .failure = result { self?.end() }
    }
    // The identity is new, and so are the circuit's credentials.
    let outcome = pool.connect(
      to: holder.nodeID, at: holder.address, isolation: "guest/\(guest.identity.nodeID.peerID)", priority: .network,
      isUrgent: true)
    switch outcome {
    case .dialling: break
    case .live, .backingOff, .full: end()
    }
  }

  func cancel() {
    hasEnded = true
    timer = nil
    pool.closeAll()
  }

  private func arrived(_ link: Link) {
    guard link.isProven, link.peer == holder.nodeID else { return end() }
    let timer = Timer(loop: loop) { [weak self] in self?.end() }
    timer.schedule(after: DaemonSettings.errandPatience)
    self.timer = timer
    for deposit in open.values {
      let request = StoreAndForwardRequest(
        targetPeerID: target.hex, messageID: deposit.id, sealed: deposit.sealed,
        expiresAt: WireDate(deposit.expiresAt), wantsReceipt: true,
        withdrawal: Base64Data(SHA256.hash(deposit.token)))
      send(.storeAndForward, Payload.encode(request), on: link)
    }
    for deposit in withdrawals.values {
      let note = MailboxNote(kind: .withdrawn, targetPeerID: target.hex, token: Base64Data(deposit.token))
      let ack = AckMessage(messageID: deposit.id, status: .delivered, mailbox: note)
      send(.ack, Payload.encode(ack), on: link)
    }
  }

  private func send(_ type: MessageType, _ payload: [UInt8], on link: Link) {
    do throws(SendError) {
      try link.send(guest.identity.sign(type: type, payload: payload, at: loop.now.timestamp))
    } catch {
      end()
    }
  }

  private func received(_ message: UnverifiedMessage, on link: Link) {
    guard message.message.type == .ack, let keys = link.hello?.bundle.keys,
      let verified = try? message.verified(by: keys, at: loop.now, window: &window),
      let ack = try? Payload.decode(AckMessage.self, from: verified.payload), let note = ack.mailbox
    else { return }
    switch note.kind {
    case .stored: stored(ack.messageID, note)
    case .refused: refused(ack.messageID, on: link)
    case .withdrawn: withdrawals[ack.messageID] = nil
    case .collected: return
    }
    if open.isEmpty, withdrawals.isEmpty { end() }
  }

  /// Evidence only if it is about what was given, for this mailbox, and says until when.
  private func stored(_ id: String, _ note: MailboxNote) {
    guard let deposit = open[id], note.digest?.bytes == deposit.sealed.digest,
      MailboxOwner(note.targetPeerID) == MailboxOwner(target), let until = note.expiresAt?.timestamp
    else { return }
    open[id] = nil
    onStored(
      deposit,
      MailboxDeposit(
        holder: holder, id: deposit.id, token: deposit.token, until: min(until, deposit.expiresAt)))
  }

  /// A node without room may still have a way to the target, or know one who has.
  private func refused(_ id: String, on link: Link) {
    guard let deposit = open.removeValue(forKey: id) else { return }
    tookAll = false
    let now = loop.now.timestamp
    let sealed = guest.identity.sign(type: .sealed, payload: Payload.encode(deposit.sealed), at: now)
    let envelope = RelayForwarder(local: guest.identity.nodeID)
      .envelope(sealed, to: target, origin: guest.identity.nodeID, using: &chance)
    send(.relay, Payload.encode(envelope), on: link)
    if !hasEnded { onForwarded(deposit) }
  }

  private func end() {
    guard !hasEnded else { return }
    let isDone = open.isEmpty && tookAll
    cancel()
    onEnd(isDone)
  }
}
