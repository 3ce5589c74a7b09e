import Glibc
import Reactor
import TestReactor
import Testing

@Suite struct SignalSourceTests {
  @Test func signalsArriveOnTheLoopInsteadOfEndingTheProcess() async throws {
    await #expect(processExitsWith: .success) {
      let seen: [String] = try await play { scene in
        for signal in Signal.allCases {
          let source = try SignalSource(loop: scene.loop, signal) {
            scene.log.append("\(signal) \(scene.loop.isOnLoop)")
            if scene.log.count == 3 { scene.finish(scene.log) }
          }
          scene.kept.append(source)
        }
        for number in [SIGTERM, SIGINT, SIGHUP] { kill(getpid(), number) }
      }
      precondition(Set(seen) == ["terminate true", "interrupt true", "hangup true"])
    }
  }

  @Test func writingToAClosedSocketDoesNotEndTheProcess() async throws {
    await #expect(processExitsWith: .success) {
      _ = try EventLoop()
      var ends: [Int32] = [0, 0]
      pipe(&ends)
      close(ends[0])
      precondition(write(ends[1], "x", 1) == -1 && errno == EPIPE)
    }
  }
}
