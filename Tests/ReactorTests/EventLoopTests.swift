import Glibc
import Reactor
import TestReactor
import Testing
import World

private actor Pinned {
  let loop: EventLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
  private(set) var seen: [Int] = []

  init(loop: EventLoop) { self.loop = loop }

  func note(_ number: Int) -> Bool {
    seen.append(number)
    return loop.isOnLoop
  }

  /// Handlers made in isolated code run isolated, straight from the event.
  func connectToNothing() async -> CloseReason {
    await withCheckedContinuation { continuation in
      guard let connection = try? Connection(loop: loop, connectingTo: .unix(path: "/nowhere/at/all")) else {
        return
      }
      connection.onClosed = { reason in
        self.seen.append(99)
        continuation.resume(returning: reason)
      }
      self.connection = connection
    }
  }
  private var connection: Connection?
}

@Suite struct EventLoopTests {
  @Test func actorsRunOnTheLoop() async throws {
    let loop = try EventLoop()
    try loop.start()
    let actor = Pinned(loop: loop)
    for number in 0..<100 { #expect(await actor.note(number)) }
    #expect(await actor.seen == Array(0..<100))
    #expect(await actor.connectToNothing() == .connectFailed(SystemError("connect", code: ENOENT)))
    #expect(await actor.seen.last == 99)
    loop.stop()
    loop.join()
    #expect(!loop.isOnLoop)
  }

  @Test func tasksCanPreferTheLoop() async throws {
    let loop = try EventLoop()
    try loop.start()
    let actor = Pinned(loop: loop)
    let results = await Task(executorPreference: loop) {
      await withTaskGroup(of: Bool.self) { group in
        for number in 0..<50 { group.addTask { await actor.note(number) && loop.isOnLoop } }
        return await group.reduce(into: []) { $0.append($1) }
      }
    }.value
    #expect(results == Array(repeating: true, count: 50))
    loop.stop()
    loop.join()
  }

  @Test func bodiesOfOneThreadKeepTheirOrder() async throws {
    let seen: [String] = try await play { scene in
      let loop = scene.loop
      loop.later { scene.log.append("b") }
      loop.enter { scene.log.append("c") }
      loop.later {
        scene.log.append("d")
        loop.later { scene.finish(scene.log) }
      }
      scene.log.append("a")
    }
    #expect(seen == ["a", "b", "c", "d"])
  }

  @Test func whatTheHookEnqueuesRunsWithoutWaiting() async throws {
    let seen: [String] = try await play { scene in
      scene.loop.onTurnEnd = {
        scene.log.append("end")
        guard scene.log.count(where: { $0 == "end" }) < 3 else { return scene.finish(scene.log) }
        scene.loop.later { scene.log.append("job") }
      }
    }
    #expect(seen == ["end", "job", "end", "job", "end"])
  }

  @Test func jobsThatNeverEndLeaveRoomForTimers() async throws {
    let spins: Int = try await play { scene in
      var spins = 0
      func spin() {
        spins += 1
        scene.loop.later(spin)
      }
      spin()
      scene.keep(Timer(loop: scene.loop) { scene.finish(spins) }).schedule(after: .milliseconds(2))
    }
    #expect(spins > 1)
  }

  /// Effects that wait for the end of a turn do not wait for all that its jobs lead to.
  @Test func whatAJobLeavesForLaterIsForALaterTurn() async throws {
    let seen: [String] = try await play { scene in
      scene.loop.onTurnEnd = { scene.log.append("end") }
      scene.loop.later {
        scene.log.append("a")
        scene.loop.later {
          scene.log.append("b")
          scene.finish(scene.log)
        }
      }
    }
    #expect(seen == ["end", "a", "end", "b"])
  }

  @Test func slowWorkRunsElsewhereAndComesBack() async throws {
    let seen: [String] = try await play { scene in
      let loop = scene.loop
      for number in 0..<3 {
        try loop.offload {
          "\(number) \(loop.isOnLoop)"
        } then: { result in
          scene.log.append("\(result) \(loop.isOnLoop)")
          if number == 2 { scene.finish(scene.log) }
        }
      }
    }
    #expect(seen == ["0 false true", "1 false true", "2 false true"])
  }

  @Test func stoppingBeforeStartingStillEnds() throws {
    let loop = try EventLoop()
    loop.stop()
    try loop.start()
    loop.join()
  }

  @Test func runsOnTheCallingThread() throws {
    let loop = try EventLoop()
    let wasOnLoop = Locked(false)
    loop.enter {
      wasOnLoop.withLock { $0 = loop.isOnLoop }
      loop.stop()
    }
    loop.run()
    #expect(wasOnLoop.withLock { $0 })
  }

  @Test func bothClocksGoForward() async throws {
    let loop = try EventLoop()
    let (first, second) = (loop.now, loop.now)
    #expect(first.instant <= second.instant)
    #expect(first.timestamp.seconds > 1_700_000_000)
  }

  @Test func aLoopThatNeverRanGoesAwayWithWhatItHolds() throws {
    weak var weakLoop: EventLoop?
    do {
      let loop = try EventLoop()
      weakLoop = loop
      loop.enter {}
    }
    #expect(weakLoop == nil)
  }
}
