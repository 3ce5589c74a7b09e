import Reactor
import TestReactor
import Testing
import World

@Suite struct TimerTests {
  @Test func firesInOrderOfTime() async throws {
    let seen: [String] = try await play { scene in
      for (delay, name) in [(6, "c"), (2, "a"), (4, "b"), (-5, "0")] {
        let timer = scene.keep(
          Timer(loop: scene.loop) {
            scene.log.append(name)
            if name == "c" { scene.finish(scene.log) }
          })
        timer.schedule(after: .milliseconds(delay))
      }
    }
    #expect(seen == ["0", "a", "b", "c"])
  }

  @Test func neverFiresEarly() async throws {
    let waited: Duration = try await play { scene in
      let start = scene.loop.now.instant
      let timer = scene.keep(Timer(loop: scene.loop) { scene.finish(scene.loop.now.instant - start) })
      timer.schedule(after: .milliseconds(3))
    }
    #expect(waited >= .milliseconds(3))
  }

  @Test func reschedulingReplacesAndCancellingStops() async throws {
    let seen: [String] = try await play { scene in
      let moved = scene.keep(Timer(loop: scene.loop) { scene.log.append("moved") })
      let cancelled = scene.keep(Timer(loop: scene.loop) { scene.log.append("cancelled") })
      moved.schedule(after: .seconds(50))
      moved.schedule(after: .milliseconds(1))
      cancelled.schedule(after: .milliseconds(1))
      cancelled.cancel()
      cancelled.cancel()
      if cancelled.isScheduled { scene.log.append("still scheduled") }
      scene.keep(Timer(loop: scene.loop) { scene.finish(scene.log) }).schedule(after: .milliseconds(4))
    }
    #expect(seen == ["moved"])
  }

  @Test func aHandlerMayRescheduleAndThenDropItsTimer() async throws {
    final class Holder { var timer: Timer? }
    let count: Int = try await play { scene in
      let holder = Holder()
      var count = 0
      holder.timer = Timer(loop: scene.loop) {
        count += 1
        if count < 5 { return holder.timer?.schedule(after: .zero) ?? () }
        holder.timer = nil
        scene.loop.later { scene.finish(count) }
      }
      holder.timer?.schedule(after: .zero)
    }
    #expect(count == 5)
  }

  @Test func droppedTimersDoNotFire() async throws {
    let seen: [String] = try await play { scene in
      Timer(loop: scene.loop) { scene.log.append("dropped") }.schedule(after: .zero)
      scene.keep(Timer(loop: scene.loop) { scene.finish(scene.log) }).schedule(after: .milliseconds(2))
    }
    #expect(seen.isEmpty)
  }
}
