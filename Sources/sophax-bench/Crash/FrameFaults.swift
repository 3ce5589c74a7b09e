import Synchronization
import Wire
import World

/// What happens to the frames of a conversation on their way: some are lost, some come twice, some are overtaken by the
/// next. Hellos and signs of life pass, so that links come to stand.
final class FrameFaults: Sendable {
  struct Counts {
    var (passed, dropped, doubled, reordered) = (0, 0, 0, 0)
  }

  private struct State {
    var chance: SeededRandom
    var counts = Counts()
    var isOn = true
  }

  private let state: Mutex<State>

  init(seed: UInt64) { state = Mutex(State(chance: SeededRandom(seed: seed))) }

  var counts: Counts { state.withLock(\.counts) }

  /// From now on everything passes.
  func end() { state.withLock { $0.isOn = false } }

  /// What goes on when a frame has come.
  fileprivate func pass(_ frame: [UInt8], overtaken: inout [[UInt8]]) -> [[UInt8]] {
    state.withLock { state in
      let late = overtaken
      overtaken = []
      guard state.isOn, Self.isOfConversation(frame) else { return [frame] + late }
      switch Double.random(in: 0..<1, using: &state.chance) {
      case ..<CrashBenchSettings.dropped:
        state.counts.dropped += 1
        return late
      case ..<(CrashBenchSettings.dropped + CrashBenchSettings.doubled):
        state.counts.doubled += 1
        return [frame, frame] + late
      case ..<(CrashBenchSettings.dropped + CrashBenchSettings.doubled + CrashBenchSettings.reordered):
        state.counts.reordered += 1
        overtaken = [frame]
        return late
      default:
        state.counts.passed += 1
        return [frame] + late
      }
    }
  }

  private static func isOfConversation(_ frame: [UInt8]) -> Bool {
    switch (try? UnverifiedMessage.decode(frame))?.message.type {
    case .initiateSession, .message, .ack: true
    default: false
    }
  }
}

/// One direction of one connection, with faults.
final class FaultyStream: Sendable {
  private let faults: FrameFaults
  private let state = Mutex((decoder: FrameDecoder(), overtaken: [[UInt8]]()))

  init(_ faults: FrameFaults) { self.faults = faults }

  /// What goes on when these bytes have come.
  func push(_ bytes: [UInt8]) -> [UInt8] {
    state.withLock { state in
      state.decoder.push(bytes)
      var out: [UInt8] = []
      while let frame = try? state.decoder.next() {
        for frame in faults.pass(frame, overtaken: &state.overtaken) {
          out += (try? FrameEncoder.frame(frame)) ?? []
        }
      }
      return out
    }
  }
}
