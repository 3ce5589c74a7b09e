import ControlAPI
import Glibc
import TestWorld
import Testing
import TorTestNetwork

/// The real program without any network: what goes wrong on one machine, and that it is said clearly.
@Suite(.timeLimit(.minutes(5))) struct FaultTests {
  private func withNode(_ body: @escaping @Sendable (LabNode) throws -> Void) async throws {
    try await BlockingThread.run {
      let directory = try TemporaryDirectory()
      try body(try LabNode("aino", in: directory.path))
    }
  }

  private static let stranger = String(repeating: "ab", count: 32)

  @Test func signalsEndItInOrder() async throws {
    try await withNode { node in
      for signal in [SIGTERM, SIGINT] {
        try node.start()
        let outcome = node.signal(signal)
        try demand(outcome?.exitCode == 0, outcome?.errors ?? "")
        let status = try node.sophax("status")
        try demand(status.exitCode == ExitCode.daemonNotRunning.rawValue && status.errors.contains("sophax daemon"))
      }
    }
  }

  @Test func aSecondDaemonNamesTheFirst() async throws {
    try await withNode { node in
      try node.start()
      let second = try node.startAgain()
      try demand(second.exitCode == ExitCode.alreadyRunning.rawValue, second.errors)
      try demand(second.errors.contains("process \(node.pid ?? 0)"), second.errors)
      try node.must("status")
      try node.stop()
    }
  }

  @Test func aKilledDaemonStartsAgainAndKnowsItsQueue() async throws {
    try await withNode { node in
      try node.start()
      try node.must("contact", "add", Self.stranger, "--name", "nobody")
      try node.must("send", "nobody", "one")
      node.crash()
      try node.start()
      try node.must("send", "nobody", "two")
      node.crash()
      try node.start()
      let log = try node.must("log", "nobody", "--json").split(separator: "\n").map {
        try ControlJSON.decode(MessageView.self, from: Array($0.utf8))
      }
      try demand(log.map(\.body) == ["one", "two"] && log.allSatisfy { $0.state == .queued })
      try node.must("msg", "cancel", log[0].messageID)
      try demand(
        node.sophax("msg", "cancel", log[0].messageID).exitCode == ExitCode.stateForbids.rawValue)
      try demand(node.must("msg", "show", log[0].messageID).contains("cancelled"))
      try node.stop()
    }
  }

  @Test func statusSaysWhatIsMissingAndHowToFixIt() async throws {
    try await withNode { node in
      try node.start()
      let status = try node.status()
      try demand(status.onion.state == .down && status.missing.count >= 2, "\(status.missing)")
      try demand(eventually(within: .seconds(20)) { try node.status().tor.fix?.contains("start tor") == true })
      let waited = try node.sophax("status", "--wait", "published", "--timeout", "1s")
      try demand(waited.exitCode == ExitCode.timedOut.rawValue, waited.errors)
      try node.stop()
      let doctor = try node.sophax("doctor")
      try demand(doctor.exitCode == ExitCode.torUnavailable.rawValue, doctor.output + doctor.errors)
    }
  }

  @Test func aWrongOrExposedKeyIsNamed() async throws {
    try await withNode { node in
      let key = node.home + "/key"
      let right = try Files.read(key)
      try Files.write([UInt8](repeating: 7, count: 32), to: key)
      let wrong = try node.startAgain()
      try demand(wrong.exitCode == ExitCode.wrongKey.rawValue, wrong.errors)
      try Files.write([1, 2, 3], to: key)
      let short = try node.startAgain()
      try demand(short.exitCode == ExitCode.wrongKey.rawValue && short.errors.contains("32 bytes"), short.errors)
      try Files.write(right, to: key)
      try demand(chmod(key, 0o644) == 0)
      let exposed = try node.startAgain()
      try demand(exposed.exitCode == ExitCode.wrongKey.rawValue && exposed.errors.contains(key), exposed.errors)
      try demand(chmod(key, 0o600) == 0)
      try node.start()
      try node.stop()
    }
  }

  @Test func aDamagedStoreIsNotTouched() async throws {
    try await withNode { node in
      let slot = node.home + "/data/keyslot"
      let database = node.home + "/data/sophax.db"
      let (goodSlot, goodDatabase) = (try Files.read(slot), try Files.read(database))
      try Files.write(Array(goodSlot.dropLast()), to: slot)
      let cut = try node.startAgain()
      try demand(cut.exitCode == ExitCode.storeUnusable.rawValue && cut.errors.contains("keyslot"), cut.errors)
      try Files.write(goodSlot, to: slot)
      try Files.write([UInt8](repeating: 0x41, count: 4096), to: database)
      let garbage = try node.startAgain()
      try demand(garbage.exitCode == ExitCode.storeUnusable.rawValue, garbage.errors)
      try Files.write(goodDatabase, to: database)
      try node.start()
      try node.stop()
    }
  }

  @Test func initNeverReplacesANode() async throws {
    try await withNode { node in
      let again = try node.sophax("init", "--name", "other")
      try demand(again.exitCode == ExitCode.stateForbids.rawValue, again.errors)
      try node.start()
      try demand(node.must("id", "show").contains(node.identity.nodeID))
      try node.stop()
    }
  }

  @Test(arguments: [
    ["contact", "add", "12345"], ["contact", "add", "sophaxchat://add?id=1"], ["contact", "show", "nobody"],
    ["send", "nobody", "hello"], ["dir", "find", "xyz"], ["dir", "get", "00"],
    ["dir", "seeds", "add", "example.org"],
    ["msg", "show", "none"], ["rpc", "node.fly"], ["rpc", "node.status", "[1]"],
    ["rpc", "message.log", "{\"limit\":0}"],
    ["rpc", "contact.add", "{\"whom\":\"x\"}"], ["events", "--after", "999999"],
  ]) func badInputIsRefusedWithWords(words: [String]) async throws {
    try await withNode { node in
      try node.start()
      let outcome = try node.run(words)
      let allowed: [ExitCode] = [.usage, .badInput, .notFound]
      try demand(allowed.map(\.rawValue).contains(outcome.exitCode), "\(outcome.exitCode) \(outcome.errors)")
      try demand(outcome.errors.hasPrefix("sophax: ") && outcome.output.isEmpty, outcome.errors)
      try node.must("status")
      try node.stop()
    }
  }

  @Test func eventsResumeWhereTheReaderWas() async throws {
    try await withNode { node in
      try node.start()
      for index in 0..<3 {
        try node.must("contact", "add", String(repeating: "c\(index)", count: 32), "--name", "c\(index)")
      }
      let all = try node.events(after: 0, count: 3)
      let rest = try node.events(after: all[0].cursor, count: 2)
      try demand(all.count == 3 && rest == Array(all.dropFirst()), "\(all) \(rest)")
      try node.stop()
    }
  }
}
