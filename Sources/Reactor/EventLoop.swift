import CEvent
import CLinux
import Glibc
import Synchronization
package import World

/// The one thread of the protocol: sockets, timers, signals and the jobs of every actor pinned to it run here, one
/// after another. An actor is pinned by
///
///     nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
///
/// and owns this target's other classes, which are loop-confined: made, used and called back only on the loop.
///
/// A turn is: events that are ready, timers that are due, queued jobs, then `onTurnEnd`.
package final class EventLoop: @unchecked Sendable {
  enum Work {
    case job(UnownedJob)
    case body(() -> Void)
  }

  private struct Inbox {
    var works: [Work] = []
    /// What loop-confined objects still hold that were dropped on another thread.
    var releases: [(EventLoop) -> Void] = []
    var isEmpty: Bool { works.isEmpty && releases.isEmpty }
  }

  private enum Phase {
    case idle
    case started(OSThread)
    case joined
  }

  package let settings: ReactorSettings
  /// Called at the end of every turn that may have changed something. What it does counts as part of the turn;
  /// what it enqueues runs in the next one, which then does not wait. Loop-confined.
  package var onTurnEnd: (() -> Void)?

  let base: OpaquePointer
  var timers = TimerQueue()
  private let wakeDescriptor: Int32
  private let timerDescriptor: Int32
  private let inbox = Locked(Inbox())
  private let phase = Locked(Phase.idle)
  private let thread = Atomic<UInt>(0)
  private let isStopping = Atomic<Bool>(false)
  private let worker = Worker()
  private var queue = WorkQueue()
  private var armed: Instant?
  private let counterEvents: [UnsafeMutablePointer<event>?]
  private var kept: [ObjectIdentifier: AnyObject] = [:]

  /// - Throws: `SystemError` when the system has no file descriptor left for it.
  package init(settings: ReactorSettings = ReactorSettings()) throws(SystemError) {
    // A peer that closes while we write must be an error of that write, not the end of the process.
    signal(SIGPIPE, SIG_IGN)
    // So must a file that has reached the size that the operator allows.
    signal(SIGXFSZ, SIG_IGN)
    let wake = eventfd(0, sx_eventfd_flags())
    guard wake >= 0 else { throw SystemError.last("eventfd") }
    let timer = sx_timerfd_create()
    guard timer >= 0 else {
      let error = SystemError.last("timerfd_create")
      close(wake)
      throw error
    }
    guard let base = event_base_new() else {
      let error = SystemError.last("event_base_new")
      close(wake)
      close(timer)
      throw error
    }
    self.settings = settings
    self.base = base
    wakeDescriptor = wake
    timerDescriptor = timer
    counterEvents = [wake, timer].map { event_new(base, $0, Int16(EV_READ | EV_PERSIST), drainCounter, nil) }
    for event in counterEvents { event_add(event, nil) }
  }

  deinit {
    worker.close()
    for release in inbox.withLock({ $0.releases }) { release(self) }
    for case let event? in counterEvents { event_free(event) }
    event_base_free(base)
    close(wakeDescriptor)
    close(timerDescriptor)
  }

  // MARK: Running

  /// Runs the loop on a thread of its own until `stop`.
  /// - Throws: `SystemError` when no thread can be started.
  package func start() throws(SystemError) {
    try phase.withLock { phase throws(SystemError) in
      guard case .idle = phase else { preconditionFailure("an event loop runs once") }
      phase = .started(try OSThread { [self] in run() })
    }
  }

  /// Runs the loop on the calling thread until `stop`.
  package func run() {
    thread.store(UInt(pthread_self()), ordering: .releasing)
    while !isStopping.load(ordering: .acquiring) { turn() }
    turn()
    letGo()
    thread.store(0, ordering: .releasing)
  }

  /// Ends the loop after one more turn, from any thread. Jobs that are enqueued later do not run.
  package func stop() {
    isStopping.store(true, ordering: .releasing)
    wake()
  }

  /// Waits until the thread of `start` has ended. Not to be called on the loop.
  package func join() {
    let started = phase.withLock { phase -> OSThread? in
      guard case .started(let thread) = phase else { return nil }
      phase = .joined
      return thread
    }
    started?.join()
  }

  /// Breaks what would be cycles. The objects go only after `kept` has been written: they may come back to it.
  private func letGo() {
    let objects = kept
    kept = [:]
    onTurnEnd = nil
    withExtendedLifetime(objects) {}
  }

  private func turn() {
    let isWaiting = queue.isEmpty && !isStopping.load(ordering: .relaxed)
    if isWaiting { armTimer() }
    event_base_loop(base, isWaiting ? EVLOOP_ONCE : EVLOOP_ONCE | EVLOOP_NONBLOCK)
    fireTimers()
    takeInbox()
    runJobs()
    onTurnEnd?()
  }

  private func fireTimers() {
    guard timers.earliest != nil else { return }
    let now = now.instant
    for _ in 0..<settings.timersPerTurn {
      guard let entry = timers.next(at: now) else { return }
      entry.fire()
    }
  }

  private func takeInbox() {
    let taken = inbox.withLock { inbox in
      defer { inbox = Inbox() }
      return inbox
    }
    for release in taken.releases { release(self) }
    queue.append(contentsOf: taken.works)
  }

  private func runJobs() {
    // What a job leaves for later is for a later turn, or its effects would wait for all that follows from it.
    for _ in 0..<min(queue.count, settings.jobsPerTurn) {
      guard let work = queue.next() else { return }
      switch work {
      case .job(let job): job.runSynchronously(on: asUnownedSerialExecutor())
      case .body(let body): body()
      }
    }
  }

  /// One timer of the kernel stands for all of ours. It runs on CLOCK_BOOTTIME, which libevent's own cannot.
  private func armTimer() {
    guard timers.earliest != armed else { return }
    armed = timers.earliest
    var setting = itimerspec()
    if let armed {
      // Zero would disarm it; a time that has passed fires at once.
      let nanoseconds = max(armed.nanoseconds, 1)
      setting.it_value.tv_sec = Int(nanoseconds / 1_000_000_000)
      setting.it_value.tv_nsec = Int(nanoseconds % 1_000_000_000)
    }
    timerfd_settime(timerDescriptor, Int32(TFD_TIMER_ABSTIME), &setting, nil)
  }

  // MARK: Time and place

  /// Both clocks, read now.
  package var now: Moment {
    var monotonic = timespec()
    var wall = timespec()
    clock_gettime(CLOCK_BOOTTIME, &monotonic)
    clock_gettime(CLOCK_REALTIME, &wall)
    return Moment(
      instant: Instant(nanoseconds: Int64(monotonic.tv_sec) * 1_000_000_000 + Int64(monotonic.tv_nsec)),
      timestamp: Timestamp(milliseconds: Int64(wall.tv_sec) * 1000 + Int64(wall.tv_nsec) / 1_000_000))
  }

  /// The wall clock, for those that have no loop.
  package static var wallClock: Timestamp {
    var wall = timespec()
    clock_gettime(CLOCK_REALTIME, &wall)
    return Timestamp(milliseconds: Int64(wall.tv_sec) * 1000 + Int64(wall.tv_nsec) / 1_000_000)
  }

  /// Whether the calling thread is the one that runs this loop.
  package var isOnLoop: Bool { thread.load(ordering: .acquiring) == UInt(pthread_self()) }

  /// Stops the program if loop-confined state is touched elsewhere: a fault of ours, never of a peer.
  package func preconditionOnLoop() { precondition(isOnLoop, "loop-confined state used outside its event loop") }

  // MARK: Work

  /// Runs `body` on the loop, soon; from any thread. Bodies of one thread keep their order.
  package func enter(_ body: @escaping @Sendable () -> Void) { enqueue(.body(body)) }

  /// Runs `body` on the loop after what is running now. Only to be called on the loop.
  package func later(_ body: @escaping () -> Void) {
    preconditionOnLoop()
    queue.append(.body(body))
  }

  /// Runs slow `work` on a thread of its own, then `then` with its result on the loop. Only to be called on the
  /// loop. Works run one at a time, in order.
  /// - Throws: `SystemError` when that thread cannot be started; neither closure runs then.
  package func offload<Value: Sendable>(
    _ work: @escaping @Sendable () -> Value, then: @escaping (Value) -> Void
  ) throws(SystemError) {
    preconditionOnLoop()
    let then = Confined(then)
    try worker.submit { [self] in
      let value = work()
      enter { then.value(value) }
    }
  }

  func enqueue(_ work: Work) {
    if isOnLoop { return queue.append(work) }
    post { $0.works.append(work) }
  }

  /// Gives back what a loop-confined object holds: at once on the loop, through it from elsewhere, and at the
  /// latest when the loop itself goes.
  func release(_ body: @escaping (EventLoop) -> Void) {
    if isOnLoop { return body(self) }
    post { $0.releases.append(body) }
  }

  private func post(_ change: (inout Inbox) -> Void) {
    let wasEmpty = inbox.withLock { inbox in
      defer { change(&inbox) }
      return inbox.isEmpty
    }
    if wasEmpty { wake() }
  }

  private func wake() {
    var one: UInt64 = 1
    _ = write(wakeDescriptor, &one, 8)
  }

  // MARK: Objects that outlive their owner's interest

  /// Keeps `object` until `drop`, or until the loop ends.
  func keep(_ object: AnyObject) { kept[ObjectIdentifier(object)] = object }
  func drop(_ object: AnyObject) { kept[ObjectIdentifier(object)] = nil }
}

/// Reads a kernel counter (eventfd, timerfd) back to zero.
private func drainCounter(_ descriptor: Int32, _: Int16, _: UnsafeMutableRawPointer?) {
  var count: UInt64 = 0
  _ = read(descriptor, &count, 8)
}
