import Glibc
import Reactor
import TestWorld
import TorTestNetwork
import World

/// 30 daemons beside 30 of OpenDHT's `dhtnode`, on one machine in one run, by turns: what a put and a get take, how many
/// puts are made at once, and what a stored record takes.
///
/// They do not do the same. A daemon signs each answer and checks each question, over TCP; its holders check two
/// signatures of a record and write it to disk, synchronously, before they say that they have it. dhtnode speaks UDP,
/// keeps values in memory, and holders check a signature only of values that were put signed.
struct OpenDHTBench {
  private let directory: TemporaryDirectory
  private let ours: [LoopbackNode]
  private let theirs: [DHTNode]
  private let value = String(repeating: "x", count: OpenDHTSettings.valueBytes)
  private var chance = SeededRandom(seed: 1)

  static func run(_ print: ([Figure]) -> Void, _ skip: (String) -> Void, _ progress: (String) -> Void) throws {
    guard let program = DHTNode.program else { return skip("dhtnode") }
    progress("\(OpenDHTSettings.nodes) daemons and \(OpenDHTSettings.nodes) of dhtnode start")
    var bench = try OpenDHTBench(program)
    try bench.awaitEntry()
    progress("puts and gets, one at a time")
    print(try bench.oneByOne())
    progress("puts at once")
    print(try bench.bursts())
    progress("memory")
    print(try bench.memory())
    for node in bench.ours { node.stop() }
  }

  private init(_ program: String) throws {
    directory = try TemporaryDirectory()
    let ports = try Loopback.freePorts(OpenDHTSettings.nodes)
    var (ours, theirs): ([LoopbackNode], [DHTNode]) = ([], [])
    var seed: UInt16?
    for (number, port) in ports.enumerated() {
      ours.append(try LoopbackNode(number, port: port, seed: number == 0 ? nil : ports[0], in: directory))
      try ours[number].awaitStart()
      theirs.append(try DHTNode(number, program: program, seed: seed, in: directory))
      let own = try theirs[number].awaitStart()
      seed = seed ?? own
    }
    (self.ours, self.theirs) = (ours, theirs)
  }

  /// Waits until all know as many others as keep a record.
  private func awaitEntry() throws {
    for node in ours {
      try Interruption.wait("a daemon knows the others", within: OpenDHTSettings.entry, every: .milliseconds(500)) {
        try node.knows(OpenDHTSettings.known)
      }
    }
    for node in theirs {
      try Interruption.wait("dhtnode knows the others", within: OpenDHTSettings.entry, every: .milliseconds(500)) {
        try node.facts().known >= OpenDHTSettings.theirKnown
      }
    }
  }

  // MARK: One at a time

  private mutating func oneByOne() throws -> [Figure] {
    var (puts, gets) = (Samples(), Samples())
    var (copies, requests, values) = ([Int](), [Int](), 0)
    for _ in 0..<OpenDHTSettings.rounds {
      for number in ours.indices {
        try Interruption.check()
        let (node, other) = (
          number, (number + 1 + Int.random(in: 0..<(ours.count - 1), using: &chance)) % ours.count
        )
        let put = try ours[node].put()
        copies.append(put.copies)
        puts.ours.append(put.seconds)
        let before = try stored()
        let key = key()
        puts.plain.append(try act("p \(key) \(value)", "Put: ", by: node))
        values += try stored() - before
        let signed = self.key()
        puts.signed.append(try act("s \(signed) \(value)", "Put signed: ", by: node))
        let get = try ours[other].get(ours[node].nodeID)
        requests.append(get.requests)
        gets.ours.append(get.seconds)
        gets.plain.append(try act("g \(key)", "Get: completed", by: other))
        gets.signed.append(try act("g \(signed)", "Get: completed", by: other))
      }
    }
    let theirCopies = Double(values) / Double(puts.plain.count)
    return puts.figures(
      "put", ours: Double(copies.reduce(0, +)) / Double(copies.count), theirs: theirCopies, "copies")
      + gets.figures(
        "get", ours: Double(requests.reduce(0, +)) / Double(requests.count), theirs: theirCopies, "nodes asked")
  }

  private func act(_ command: String, _ answer: String, by node: Int) throws -> Double {
    theirs[node].command(command)
    return try theirs[node].seconds(answer)
  }

  /// Values that all of dhtnode keep together.
  private func stored() throws -> Int { try theirs.reduce(0) { try $0 + $1.facts().values } }

  private mutating func key() -> String {
    chance.bytes(20).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  // MARK: At once

  private mutating func bursts() throws -> [Figure] {
    var (ourTime, theirTime, signedTime) = (0.0, 0.0, 0.0)
    var (ourWork, theirWork, signedWork) = (0.0, 0.0, 0.0)
    for _ in 0..<OpenDHTSettings.bursts {
      (ourTime, ourWork) = try add(ourTime, ourWork, of: ours.map(\.pid)) { try putAtOnce() }
      (theirTime, theirWork) = try add(theirTime, theirWork, of: theirs.map(\.pid)) { try putAtOnce("p", "Put: ") }
      (signedTime, signedWork) = try add(signedTime, signedWork, of: theirs.map(\.pid)) {
        try putAtOnce("s", "Put signed: ")
      }
    }
    let puts = Double(OpenDHTSettings.bursts * ours.count)
    let work = "processor time of all \(ours.count) for each put, which other work on the machine hardly changes"
    let note = "\(ours.count) at once, one of each node, \(OpenDHTSettings.bursts) times"
    return [
      Figure(name: "opendht.puts.ours", value: puts / ourTime, unit: "puts/s", note: note),
      Figure(name: "opendht.puts.plain", value: puts / theirTime, unit: "puts/s", note: note),
      Figure(name: "opendht.puts.signed", value: puts / signedTime, unit: "puts/s", note: note),
      Figure(
        name: "opendht.puts.ratio", value: theirTime / ourTime, unit: "x", note: "of plain ones; higher is faster"),
      Figure(
        name: "opendht.puts.signed.ratio", value: signedTime / ourTime, unit: "x",
        note: "of signed ones; higher is faster"),
      Figure(name: "opendht.puts.work.ours", value: 1000 * ourWork / puts, unit: "ms", note: work),
      Figure(name: "opendht.puts.work.plain", value: 1000 * theirWork / puts, unit: "ms", note: work),
      Figure(name: "opendht.puts.work.signed", value: 1000 * signedWork / puts, unit: "ms", note: work),
    ]
  }

  /// Adds the seconds that an act takes, and those of the processors that some processes use meanwhile.
  private func add(
    _ time: Double, _ work: Double, of processes: [Int32], _ act: () throws -> Void
  ) throws -> (time: Double, work: Double) {
    let before = try processes.reduce(0) { try $0 + ProcessorTime.used(by: $1) }
    let taken = try self.time(act)
    return (time + taken, work + (try processes.reduce(0) { try $0 + ProcessorTime.used(by: $1) }) - before)
  }

  private func putAtOnce() throws {
    let failures = Failures()
    let workers = try ours.map { node in
      try OSThread {
        do { _ = try node.put() } catch { failures.add("\(error)") }
      }
    }
    for worker in workers { worker.join() }
    if let failure = failures.first { throw BenchFailure.unexpected(failure) }
  }

  private mutating func putAtOnce(_ command: String, _ answer: String) throws {
    for node in theirs { node.command("\(command) \(key()) \(value)") }
    for node in theirs { _ = try node.seconds(answer) }
  }

  private func time(_ act: () throws -> Void) rethrows -> Double {
    let start = ContinuousClock.now
    try act()
    return (ContinuousClock.now - start).seconds
  }

  // MARK: Memory

  private mutating func memory() throws -> [Figure] {
    let ours = try MemoryBench.stored()
    let (memory, values) = (try resident(), try stored())
    // One at a time of each: it echoes what it reads into what it prints.
    for _ in 0..<OpenDHTSettings.stored { try putAtOnce("p", "Put: ") }
    let kept = try stored() - values
    let theirs = Double(try resident() - memory) * 1024 / Double(max(1, kept))
    return [
      Figure(
        name: "opendht.memory.ours", value: ours.value, unit: "bytes",
        note: "a stored record of about 2,200 bytes: \(ours.note)"),
      Figure(
        name: "opendht.memory.theirs", value: theirs, unit: "bytes",
        note: "growth of VmRSS by each of \(kept) copies of \(OpenDHTSettings.valueBytes)-byte values"),
      Figure(
        name: "opendht.memory.ratio", value: ours.value / theirs, unit: "x", note: "ours to theirs; lower is better"
      ),
    ]
  }

  private func resident() throws -> Int { try theirs.reduce(0) { try $0 + RestBench.residentKiB($1.pid) } }
}
