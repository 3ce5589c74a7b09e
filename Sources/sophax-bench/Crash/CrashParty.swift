import ControlAPI
import Glibc
import Synchronization
import TestWorld
import TorTestNetwork

/// A daemon that is killed and started again on the same store, the user who writes to its peer meanwhile, and the
/// faults before its door.
final class CrashParty: Sendable {
  let name: String
  let identity: IdentityView
  private let folder: String
  private let ports: (own: UInt16, door: UInt16)
  private let door: Acceptor
  private let process: Mutex<Subprocess?>
  private let isWriting = Atomic(true)
  /// The texts that the daemon said it has, in order.
  private let promised = Mutex<[String]>([])

  var link: String { "sophaxchat://add?id=\(identity.nodeID)&onion=127.0.0.1&port=\(ports.door)" }
  var promises: [String] { promised.withLock { $0 } }

  init(_ name: String, in directory: TemporaryDirectory, _ faults: FrameFaults) throws {
    self.name = name
    folder = directory.file(name)
    guard mkdir(folder, 0o700) == 0 else { throw BenchFailure.system(folder, errno: errno) }
    let own = try Loopback.freePorts(1)[0]
    door = try Acceptor { client in
      guard let server = CrashParty.reach(own) else { return }
      Relay.run(client, server, up: FaultyStream(faults).push, down: FaultyStream(faults).push)
    }
    ports = (own, door.port)
    process = Mutex(try Self.daemon(folder, ports))
    identity = try Self.connected(folder).call(IdentityShow.self, Nothing())
  }

  /// A daemon that was just killed is dialled until it is there again, as tor would.
  private static func reach(_ port: UInt16) -> Socket? {
    let end = ContinuousClock.now + CrashBenchSettings.absence
    while ContinuousClock.now < end {
      if let socket = try? Socket(connectingTo: port) { return socket }
      usleep(10_000)
    }
    return nil
  }

  /// Starts it again.
  func start() throws { try process.withLock { $0 = try Self.daemon(folder, ports) } }

  private static func daemon(_ folder: String, _ ports: (own: UInt16, door: UInt16)) throws -> Subprocess {
    let arguments = ["/proc/self/exe", "node", folder, "\(ports.own)", "\(ports.door)"]
    return try Subprocess(arguments, in: folder, name: "node", environment: ["HOME=\(folder)"])
  }

  /// As the power failing, but for the disk.
  func kill() { process.withLock { $0 = nil } }

  // MARK: The user

  /// A connection, as soon as the daemon takes one.
  func connected() throws -> ControlConnection { try Self.connected(folder) }

  private static func connected(_ folder: String) throws -> ControlConnection {
    var made: ControlConnection?
    try Interruption.wait("a daemon listens", within: CrashBenchSettings.start, every: .milliseconds(10)) {
      made = try? ControlConnection(path: folder + "/control")
      return made != nil
    }
    guard let made else { throw BenchFailure.late("a daemon listens") }
    return made
  }

  /// Writes numbered texts to the peer until `stopWriting`, and notes those that the daemon has promised to bring.
  func write(to peer: IdentityView) {
    var connection: ControlConnection?
    var number = 0
    while isWriting.load(ordering: .relaxed) {
      do {
        let open = try connection ?? connected()
        connection = open
        number += 1
        let text = "\(name) \(number)"
        _ = try open.call(MessageSend.self, MessageSend.Params(to: peer.nodeID, body: text, wait: .none))
        promised.withLock { $0.append(text) }
      } catch {
        // Killed before it answered, or its queue is full: nothing was promised.
        connection = nil
      }
      usleep(CrashBenchSettings.writingPause)
    }
  }

  func stopWriting() { isWriting.store(false, ordering: .relaxed) }

  /// The texts that have come, as they stand in the conversation.
  func received(from peer: IdentityView) throws -> [String] {
    var texts: [String] = []
    let connection = try connected()
    var cursor: String? = ""
    while let after = cursor {
      let params = MessageLog.Params(with: peer.nodeID, limit: 500, afterCursor: after)
      let page = try connection.call(MessageLog.self, params)
      texts += page.messages.filter { $0.direction == .incoming }.map(\.body)
      cursor = page.nextCursor
    }
    return texts
  }
}
