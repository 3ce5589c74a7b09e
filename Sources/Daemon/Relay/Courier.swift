import Chat
import Reactor
import Transport
import Wire
import World

/// Runs errands to mailboxes, a few at a time. Loop-confined.
final class Courier {
  private let loop: EventLoop
  private let dialer: any Dialer
  private let log: Logger
  private var running: [UInt64: Errand] = [:]
  private var waiting: [() -> Void] = []
  private var next: UInt64 = 0

  init(loop: EventLoop, dialer: any Dialer, log: Logger) {
    self.loop = loop
    self.dialer = dialer
    self.log = log
  }

  /// Sends somebody to a holder. `onEnd` is called once, later, unless the courier is stopped.
  func send(
    _ purpose: Errand.Purpose, for target: NodeID, to holder: MailboxHolder,
    onStored: @escaping (OutgoingDeposit, MailboxDeposit) -> Void = { _, _ in },
    onForwarded: @escaping (OutgoingDeposit) -> Void = { _ in },
    onEnd: @escaping (_ tookAll: Bool) -> Void = { _ in }
  ) {
    guard waiting.count < DaemonSettings.maximumWaitingErrands else {
      return loop.later { onEnd(false) }
    }
    waiting.append { [unowned self] in start(purpose, target, holder, onStored, onForwarded, onEnd) }
    startNext()
  }

  func stop() {
    waiting = []
    for errand in running.values { errand.cancel() }
    running = [:]
  }

  private func startNext() {
    while running.count < DaemonSettings.maximumErrands, !waiting.isEmpty { waiting.removeFirst()() }
  }

  private func start(
    _ purpose: Errand.Purpose, _ target: NodeID, _ holder: MailboxHolder,
    _ onStored: @escaping (OutgoingDeposit, MailboxDeposit) -> Void,
    _ onForwarded: @escaping (OutgoingDeposit) -> Void, _ onEnd: @escaping (Bool) -> Void
  ) {
    next += 1
    let number = next
    let errand = Errand(
      purpose, for: target, at: holder, loop: loop, dialer: dialer, log: log, onStored: onStored,
      onForwarded: onForwarded,
      onEnd: { [weak self] tookAll in
        // Later: an errand is not let go while it speaks.
        self?.loop.later {
          self?.running[number] = nil
          self?.startNext()
          onEnd(tookAll)
        }
      })
    running[number] = errand
    errand.start()
  }
}
