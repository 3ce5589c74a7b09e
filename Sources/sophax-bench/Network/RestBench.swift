import CLinux
import ControlAPI
import Glibc
import TestWorld

/// What a daemon costs that has nothing to do.
enum RestBench {
  static func run(_ network: BenchNetwork) throws -> [Figure] {
    let nodes = network.nodes
    let start = ContinuousClock.now
    let before = try nodes.map { try processorTime($0.pid) }
    try Interruption.pause(NetworkBenchSettings.rest)
    let elapsed = (ContinuousClock.now - start).seconds
    let after = try nodes.map { try processorTime($0.pid) }
    let shares = zip(before, after).map { ($1 - $0) / elapsed * 100 }
    let memory = try nodes.map { Double(try residentKiB($0.pid)) / 1024 }
    let peers = nodes.count - 1
    let states = try nodes.map { try $0.status() }
    guard states.allSatisfy({ $0.directory.contacts >= peers }) else {
      throw BenchFailure.unexpected("a node has lost some of its \(peers) peers")
    }
    let links = states.map(\.links.proven).sorted()
    return [
      Figure(
        name: "rest.memory", value: memory.median, unit: "MiB",
        note:
          "VmRSS with \(peers) peers, links \(links); median of \(nodes.count) nodes, most \(tenths(memory.max()))"),
      Figure(
        name: "rest.processor", value: shares.median, unit: "% of a core",
        note: "over \(Int(elapsed.rounded())) s; median of \(nodes.count) nodes, most \(tenths(shares.max()))"),
    ]
  }

  private static func tenths(_ value: Double?) -> Double { ((value ?? 0) * 10).rounded() / 10 }

  /// Seconds of processor time that a process has used.
  private static func processorTime(_ pid: Int32) throws(BenchFailure) -> Double {
    var clock = clockid_t()
    var time = timespec()
    guard clock_getcpuclockid(pid, &clock) == 0, clock_gettime(clock, &time) == 0 else {
      throw .unexpected("a daemon's processor time cannot be read")
    }
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Resident memory of a process.
  static func residentKiB(_ pid: Int32) throws -> Int {
    let text = String(decoding: try Files.read("/proc/\(pid)/status"), as: UTF8.self)
    let line = text.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    guard let words = line?.split(whereSeparator: \.isWhitespace), words.count == 3, let size = Int(words[1]) else {
      throw BenchFailure.unexpected("a daemon's resident memory cannot be read")
    }
    return size
  }
}
