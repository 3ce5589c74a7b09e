import Glibc
import TestWorld

/// One `dhtnode` of the package of the same name, driven by its command line: it prints how long each act took.
final class DHTNode {
  /// The program, or nil when it is not installed.
  static var program: String? {
    let path = getenv("DHTNODE").map { String(cString: $0) } ?? "/usr/bin/dhtnode"
    return access(path, X_OK) == 0 ? path : nil
  }

  private let process: Subprocess
  private let commands: Int32
  private let output: Int32
  /// What it has printed and nobody has looked at.
  private var unread = ""

  /// - Parameter seed: the port of another.
  init(_ number: Int, program: String, seed: UInt16?, in directory: TemporaryDirectory) throws {
    let folder = directory.file("dhtnode\(number)")
    guard mkdir(folder, 0o700) == 0, mkfifo(folder + "/in", 0o600) == 0 else {
      throw BenchFailure.system(folder, errno: errno)
    }
    // Open for both, so that the program can open it at once and it never ends.
    commands = open(folder + "/in", O_RDWR | O_CLOEXEC)
    process = try Subprocess(
      [program, "-i", "-p", "0"] + (seed.map { ["-b", "127.0.0.1:\($0)"] } ?? []), in: folder, name: "dhtnode",
      environment: ["HOME=\(folder)", "TERM=dumb"], input: folder + "/in")
    output = open(folder + "/dhtnode.out", O_RDONLY | O_CLOEXEC)
    guard commands >= 0, output >= 0 else { throw BenchFailure.system(folder, errno: errno) }
  }

  deinit {
    stop()
    close(commands)
    close(output)
  }

  var pid: Int32 { process.pid }

  /// Waits until it runs, and returns its port.
  func awaitStart() throws -> UInt16 {
    let words = try awaitLine(of: "running on port", within: OpenDHTSettings.start).split(separator: " ")
    guard let port = words.last.flatMap({ UInt16($0) }) else {
      throw BenchFailure.unexpected("dhtnode names no port")
    }
    return port
  }

  /// How many others it knows, and how many values it keeps.
  func facts() throws -> (known: Int, values: Int) {
    command("ll")
    func number(_ line: String, after word: String) -> Int {
      let words = line.split(separator: " ")
      return words.firstIndex { $0 == word }.flatMap { Int(words[$0 + 1]) } ?? 0
    }
    let values = number(try awaitLine(of: "Storage has"), after: "has")
    return (number(try awaitLine(of: "Known nodes:"), after: "nodes:"), values)
  }

  /// What `command` says of how long it took: the end of the line that begins with `answer`.
  func seconds(_ answer: String) throws -> Double {
    let line = try awaitLine(of: answer)
    let words = line.split { " ()".contains($0) }
    // Of a signed put it prints one s too many.
    let units = ["ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0, "uss": 1e-6, "mss": 1e-3, "ss": 1.0]
    guard !line.contains("failure"), let took = words.firstIndex(of: "took"), took + 2 < words.count,
      let number = Double(words[took + 1]), let unit = units[String(words[took + 2].prefix { $0.isLetter })]
    else { throw BenchFailure.unexpected("dhtnode: \(line)") }
    return number * unit
  }

  func command(_ line: String) {
    var rest = Array((line + "\n").utf8)[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { write(commands, $0.baseAddress, $0.count) }
      guard written > 0 else { return }
      rest = rest.dropFirst(written)
    }
  }

  func stop() {
    process.kill()
  }

  /// The next line of which `text` is a part.
  private func awaitLine(of text: String, within limit: Duration = OpenDHTSettings.answer) throws -> String {
    var found: String?
    try Interruption.wait("dhtnode says \(text)", within: limit, every: .microseconds(200)) {
      if found == nil { readMore() }
      while found == nil, let end = unread.firstIndex(of: "\n") {
        let line = unread[..<end]
        if line.contains(text) { found = String(line) }
        unread = String(unread[unread.index(after: end)...])
      }
      guard found != nil || process.isRunning else { throw BenchFailure.ended("dhtnode", process.errors) }
      return found != nil
    }
    return found ?? ""
  }

  private func readMore() {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(output, &bytes, bytes.count)
    if count > 0 { unread += String(decoding: bytes[..<count], as: UTF8.self) }
  }
}
