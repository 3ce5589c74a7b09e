import ControlAPI
import Reactor
import TestWorld
import World

/// Two daemons that talk while they are killed at random: what either promised its user is there once on the other side.
struct CrashBench {
  private let directory: TemporaryDirectory
  private let faults: FrameFaults
  private let parties: [CrashParty]

  static func run(_ print: ([Figure]) -> Void, progress: (String) -> Void) throws {
    let bench = try CrashBench()
    print(try bench.measure(progress))
  }

  private init() throws {
    directory = try TemporaryDirectory()
    faults = FrameFaults(seed: 1)
    parties = [try CrashParty("anna", in: directory, faults), try CrashParty("ben", in: directory, faults)]
    for (party, peer) in [(0, 1), (1, 0)] {
      let params = ContactAdd.Params(who: parties[peer].link)
      _ = try parties[party].connected().call(ContactAdd.self, params)
    }
  }

  private func measure(_ progress: (String) -> Void) throws -> [Figure] {
    defer { for party in parties { party.stopWriting() } }
    let (anna, ben) = (parties[0], parties[1])
    let users = [try OSThread { anna.write(to: ben.identity) }, try OSThread { ben.write(to: anna.identity) }]
    try kill(progress)
    for party in parties { party.stopWriting() }
    for user in users { user.join() }
    faults.end()
    progress("what waits is delivered")
    for party in parties { try awaitEmptyOutbox(of: party) }
    return try check()
  }

  private func kill(_ progress: (String) -> Void) throws {
    var chance = SeededRandom(seed: 1)
    for number in 1...CrashBenchSettings.kills {
      try Interruption.pause(.milliseconds(Int.random(in: CrashBenchSettings.life, using: &chance)))
      let party = parties[Int.random(in: parties.indices, using: &chance)]
      party.kill()
      try party.start()
      if number.isMultiple(of: 50) { progress("\(number) of \(CrashBenchSettings.kills) kills") }
    }
  }

  private func awaitEmptyOutbox(of party: CrashParty) throws {
    let connection = try party.connected()
    try Interruption.wait("everything is delivered", within: CrashBenchSettings.delivery, every: .seconds(1)) {
      try connection.call(NodeStatus.self, Nothing()).outbox == NodeStatus.Outbox(queued: 0, waiting: 0)
    }
  }

  private func check() throws -> [Figure] {
    var (promised, lost, doubled) = (0, 0, 0)
    for (party, peer) in [(parties[0], parties[1]), (parties[1], parties[0])] {
      let received = try peer.received(from: party.identity)
      let (promises, distinct) = (party.promises, Set(received))
      promised += promises.count
      lost += promises.count { !distinct.contains($0) }
      doubled += received.count - distinct.count
      guard received.filter(Set(promises).contains) == promises || lost + doubled > 0 else {
        throw BenchFailure.unexpected("what \(party.name) wrote is not in order")
      }
    }
    guard lost == 0, doubled == 0, promised > 0 else {
      throw BenchFailure.unexpected("of \(promised) messages \(lost) were lost and \(doubled) came twice")
    }
    return figures(promised)
  }

  private func figures(_ promised: Int) -> [Figure] {
    let counts = faults.counts
    let frames = "\(counts.dropped) dropped, \(counts.doubled) doubled, \(counts.reordered) overtaken"
    let note = "of two daemons killed \(CrashBenchSettings.kills) times; frames: \(counts.passed) passed, \(frames)"
    return [
      Figure(name: "crash.promised", value: Double(promised), unit: "messages", note: note),
      Figure(name: "crash.lost", value: 0, unit: "messages", note: "promised to a user and not received"),
      Figure(name: "crash.doubled", value: 0, unit: "messages", note: "received more than once"),
    ]
  }
}
