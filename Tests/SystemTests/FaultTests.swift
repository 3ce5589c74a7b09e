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
      for signal in [SIGTERM, SIGINT, SIGHUP] {
        try node.start()
        let outcome = node.signal(signal)
        try demand(outcome?.exitCode == 0, outcome?.errors ?? "")
        // A copy of the one file has everything.
        let rest = (try? Files.read(node.home + "/data/sophax.db-wal")) ?? []
        try demand(rest.isEmpty, "the write-ahead log was left with \(rest.count) bytes")
        let status = try node.sophax("status")
        try demand(status.exitCode == ExitCode.daemonNotRunning.rawValue)
        try demand(status.errors.contains("sophax --config \(node.home)/sophax.conf daemon"), status.errors)
      }
    }
  }

  @Test func closedStreamsAreNobodyElses() async throws {
    try await withNode { node in
      try node.start(closingStreams: true)
      for stream in 0...2 {
        var path = [CChar](repeating: 0, count: 256)
        let count = readlink("/proc/\(node.pid ?? 0)/fd/\(stream)", &path, path.count)
        let target = String(decoding: path.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        try demand(target == "/dev/null", "stream \(stream) is \(target)")
      }
      try node.stop()
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

  /// Field case 39: a store that takes no writes, here since its files may not grow.
  @Test func aStoreThatTakesNoWritesIsSaidAndEndsInOrder() async throws {
    try await withNode { node in
      try node.start()
      try node.must("contact", "add", Self.stranger, "--name", "nobody")
      try node.must("send", "nobody", "one")
      try node.limitFiles(to: 1)
      for wait in ["none", "delivered"] {
        let refused = try node.sophax("send", "nobody", "two", "--wait", wait)
        try demand(refused.exitCode == ExitCode.storeUnusable.rawValue, refused.errors)
        try demand(!refused.errors.contains("stays in the outbox"), refused.errors)
      }
      try demand(node.status().store.problem != nil)
      try demand(node.must("log", "nobody").contains("one"))
      try node.limitFiles(to: nil)
      try demand(
        eventually(within: .seconds(30)) { try node.status().store.problem == nil }, "writes succeed again")
      try node.must("send", "nobody", "three")
      let log = try node.must("log", "nobody")
      try demand(log.contains("one") && log.contains("three") && !log.contains("two"), log)
      try node.limitFiles(to: 1)
      let outcome = node.signal(SIGTERM)
      try demand(outcome?.exitCode == 0, outcome?.errors ?? "it did not end")
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

  @Test func aTemplateThatCannotServeIsNamed() async throws {
    try await withNode { node in
      let path = node.home + "/template"
      let needed = ["DATA_DIRECTORY", "CONTROL_SOCKET", "COOKIE_FILE", "SOCKS_SOCKET"].map { "Nickname ${\($0)}\n" }
      for (content, words) in [
        (nil, "No such file"), ("", "${DATA_DIRECTORY} is missing"), ("\u{0}${", "${ without }"),
        (needed.joined() + "Nickname ${FLY}\n", "${FLY} is not a place"),
        (String(repeating: "#", count: (1 << 20) + 1), "longer than"),
      ] {
        if let content { try Files.write(Array(content.utf8), to: path) }
        for command in ["daemon", "doctor"] {
          let outcome = try node.sophax(command, "--tor", "own", "--tor-template", path)
          try demand(outcome.exitCode == ExitCode.badInput.rawValue, "\(outcome.exitCode) \(outcome.errors)")
          let said = outcome.output + outcome.errors
          try demand(said.contains(path) && said.contains(words), said)
        }
      }
    }
  }

  /// Nobody has accepted the record, neither before the restart nor after it.
  @Test func whatNobodyTookIsNotCalledPublished() async throws {
    try await withNode { node in
      for _ in 0..<2 {
        try node.start()
        try demand(node.status().directory.lastPublished == nil)
        try node.stop()
      }
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
      try demand(garbage.errors.contains("\(database) is damaged"), garbage.errors)
      let diagnosis = try node.sophax("doctor")
      try demand(diagnosis.output.contains("\(database) is damaged"), diagnosis.output)
      try demand(unlink(database) == 0)
      let missing = try node.startAgain()
      try demand(missing.exitCode == ExitCode.storeUnusable.rawValue, missing.errors)
      try demand(missing.errors.contains("\(database) is missing"), missing.errors)
      try Files.write(goodDatabase, to: database)
      try node.start()
      try node.stop()
    }
  }

  /// Whatever needs others ends at once and says why, while there is no tor.
  @Test func withoutTorWhatNeedsOthersSaysSo() async throws {
    try await withNode { node in
      try node.start()
      let prefix = "0123456789abcdef"
      for words in [
        ["dir", "find", prefix], ["dir", "get", Self.stranger], ["dir", "lookup", prefix, "--trace"],
        ["dir", "publish"],
        ["dir", "publish", "--wait"], ["dir", "withdraw"], ["dir", "audit"], ["dir", "ping", Self.stranger],
        ["dir", "find", prefix, "--as-self"], ["contact", "add", prefix],
      ] {
        let outcome = try node.run(words)
        try demand(
          outcome.exitCode == ExitCode.torUnavailable.rawValue, "\(words): \(outcome.exitCode) \(outcome.errors)")
        try demand(
          outcome.errors.contains("tor is not ready: tor is not running at"), "\(words): \(outcome.errors)")
        try demand(outcome.errors.contains("hint: start tor"), "\(words): \(outcome.errors)")
      }
      try demand(!node.status().directory.withdrawn, "a refused withdrawal changed something")
      try node.stop()
    }
  }

  /// A store that nobody may write to, by its mount and not by its mode, which binds no root.
  @Test(
    .enabled(if: ReadOnlyMount.isPermitted, "mounts are not permitted here"),
    arguments: ["", "/sophax.db", "/LOCK"])
  func aReadOnlyStoreIsNamedAndWhole(file: String) async throws {
    try await withNode { node in
      try node.start()
      try node.must("contact", "add", Self.stranger, "--name", "nobody")
      try node.must("send", "nobody", "kept")
      try node.stop()
      let mount = ReadOnlyMount(of: node.home + "/data" + file)
      for command in ["daemon", "doctor"] {
        let outcome = try node.run([command], on: mount)
        let said = outcome.output + outcome.errors
        try demand(outcome.exitCode == ExitCode.storeUnusable.rawValue, "\(command): \(outcome.exitCode) \(said)")
        try demand(said.contains("so that it can be written"), said)
        try demand(said.lowercased().contains("read-only") || said.contains("readonly"), said)
      }
      try node.start()
      try demand(node.must("log", "nobody").contains("kept"))
      try node.stop()
    }
  }

  /// A key may come from a pipe that nobody writes to.
  @Test(arguments: [SIGTERM, SIGINT]) func anInitThatWaitsForItsKeyCanBeInterrupted(signal: Int32) async throws {
    try await withNode { node in
      let pipe = node.home + "/pipe"
      try demand(mkfifo(pipe, 0o600) == 0)
      let waiting = try node.bareDaemon(
        ["init", "--data-dir", node.home + "/new", "--passphrase-file", pipe], "init")
      var writer: Int32 = -1
      // Opens only once there is a reader.
      let isRead = eventually(within: .seconds(30)) {
        writer = open(pipe, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
        return writer >= 0
      }
      defer { close(writer) }
      try demand(isRead, waiting.errors)
      waiting.signal(signal)
      let outcome = waiting.wait(atMost: .seconds(30))
      try demand(outcome.exitCode == 128 + signal, "\(outcome.exitCode) \(outcome.errors)")
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

  /// Two nodes of one user, told apart by their data directories alone.
  @Test func everyDataDirectoryIsANodeOfItsOwn() async throws {
    try await withNode { node in
      let alice = ["--data-dir", node.home + "/alice"]
      let bob = ["--data-dir", node.home + "/bob"]
      let key = ["--key-file", node.home + "/key"]
      for (who, name) in [(alice, "alice"), (bob, "bob")] {
        let made = try node.bare(["init"] + who + key + ["--name", name, "--tor", "system"])
        try demand(made.exitCode == 0 && made.errors.contains(who.joined(separator: " ")), made.errors)
      }
      let options = key + ["--tor", "system", "--tor-control", "127.0.0.1:1"]
      let first = try node.bareDaemon(["daemon"] + alice + options, "alice")
      try demand(try eventually(within: .seconds(60)) { try node.bare(["status"] + alice).exitCode == 0 })
      let stranger = try node.bare(["status"] + bob)
      try demand(stranger.exitCode == ExitCode.daemonNotRunning.rawValue, stranger.output)
      try demand(stranger.errors.contains("sophax \(bob.joined(separator: " ")) daemon"), stranger.errors)
      let second = try node.bareDaemon(["daemon"] + bob + options, "bob")
      try demand(try eventually(within: .seconds(60)) { try node.bare(["status"] + bob).exitCode == 0 })
      try demand(node.bare(["status"] + bob).output.contains("bob  "))
      try demand(node.bare(["status"] + alice).output.contains("alice  "))
      let third = try node.bare(["daemon"] + bob + options)
      try demand(third.exitCode == ExitCode.alreadyRunning.rawValue, third.errors)
      try demand(third.errors.contains("sophax \(bob.joined(separator: " ")) stop"), third.errors)
      for who in [alice, bob] { try demand(node.bare(["stop"] + who).exitCode == 0) }
      for daemon in [first, second] { try demand(daemon.wait(atMost: .seconds(30)).exitCode == 0) }
    }
  }

  @Test func whatAPersonTypesMeansOneThing() async throws {
    try await withNode { node in
      try node.start()
      let ids = ["abcd1" + String(repeating: "0", count: 59), "abcd2" + String(repeating: "0", count: 59)]
      try node.must("contact", "add", ids[0], "--name", "Ann")
      try node.must("contact", "add", ids[1])
      try demand(node.must("contact", "show", "ABCD1").contains(ids[0]))
      let both = try node.sophax("contact", "show", "abcd")
      try demand(both.exitCode == ExitCode.badInput.rawValue && both.errors.contains(ids[0]), both.errors)
      try demand(node.sophax("contact", "show", "abc").exitCode == ExitCode.notFound.rawValue)
      let taken = try node.sophax("contact", "rename", "abcd2", "ann")
      try demand(taken.exitCode == ExitCode.stateForbids.rawValue, taken.errors)
      let number = try node.sophax("contact", "rename", "abcd2", "abcd1")
      try demand(number.exitCode == ExitCode.badInput.rawValue, number.errors)
      for own in [node.identity.nodeID, node.identity.address, node.identity.link] {
        let outcome = try node.sophax("contact", "add", own)
        try demand(outcome.errors.contains("own identity"), outcome.errors)
      }

      let sent = try node.must("send", "Ann", "hello").split(separator: " ")[0]
      try demand(node.must("msg", "show", sent.prefix(6).lowercased()).contains("hello"))
      try node.must("contact", "block", "Ann")
      let blocked = try node.sophax("send", "Ann", "again")
      try demand(blocked.errors.contains("contact unblock"), blocked.errors)
      let accepted = try node.sophax("contact", "accept", "Ann")
      try demand(accepted.errors.contains("contact unblock"), accepted.errors)
      try node.must("contact", "unblock", "Ann")
      try demand(node.sophax("contact", "unblock", "Ann").errors.contains("not blocked"))

      // Refused before anybody is looked for, which takes a minute without tor.
      let prefix = String(repeating: "4", count: 16)
      for (name, code) in [("a\u{1b}[2J", ExitCode.badInput), ("Ann", .stateForbids)] {
        let wrong = try node.sophax("contact", "add", prefix, "--name", name)
        try demand(wrong.exitCode == code.rawValue && wrong.errors.contains("name"), wrong.errors)
        try demand(!wrong.errors.contains("looking up"), wrong.errors)
      }

      let address = node.identity.address
      let seed = (address.hasPrefix("b") ? "c" : "b") + address.dropFirst()
      let wrong = try node.sophax("dir", "seeds", "add", seed)
      try demand(wrong.errors.contains("its checksum does not fit"), wrong.errors)
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

  /// The state that an event tells is that of its own moment, whatever became of the message since.
  @Test func eventsTellTheStateOfTheirMoment() async throws {
    try await withNode { node in
      try node.start()
      try node.must("contact", "add", Self.stranger, "--name", "nobody")
      let sent = try node.must("send", "nobody", "hello").split(separator: " ")[0]
      try node.must("msg", "cancel", String(sent))
      let told = try node.events(after: 1, count: 2)
      try demand(told.map(\.message?.state) == [.queued, .cancelled], "\(told)")
      try demand(told.allSatisfy { $0.message?.since == $0.at }, "\(told)")
      try node.must("contact", "block", "nobody")
      let first = try node.events(after: 0, count: 1)
      try demand(first.map(\.contact?.state) == [.accepted] && first[0].contactNow?.state == .blocked, "\(first)")
      let again = try node.sophax("contact", "block", "nobody")
      try demand(again.exitCode == ExitCode.stateForbids.rawValue, again.errors)
      try node.stop()
    }
  }
}
