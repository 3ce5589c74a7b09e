import ControlAPI
import Glibc
import TestWorld

/// One daemon that runs without tor, as the measuring process sees it. Calls block; a thread at a time makes them.
final class LoopbackNode: @unchecked Sendable {
  let port: UInt16
  private let process: Subprocess
  private let socket: String
  private var connection: ControlConnection?
  private(set) var nodeID = ""

  init(_ number: Int, port: UInt16, seed: UInt16?, in directory: TemporaryDirectory) throws {
    self.port = port
    let folder = directory.file("node\(number)")
    guard mkdir(folder, 0o700) == 0 else { throw BenchFailure.system(folder, errno: errno) }
    socket = folder + "/control"
    process = try Subprocess(
      ["/proc/self/exe", "node", folder, "\(port)", "\(port)"] + (seed.map { ["\($0)"] } ?? []), in: folder,
      name: "node",
      environment: ["HOME=\(folder)", "PATH=/usr/bin:/bin"])
  }

  var pid: Int32 { process.pid }

  /// Waits until it answers.
  func awaitStart() throws {
    try Interruption.wait("a daemon listens", within: OpenDHTSettings.start) {
      guard process.isRunning else { throw BenchFailure.ended("sophax-bench node", process.errors) }
      connection = try? ControlConnection(path: socket)
      return connection != nil
    }
    nodeID = try call(IdentityShow.self, Nothing()).nodeID
  }

  func knows(_ count: Int) throws -> Bool {
    let directory = try call(NodeStatus.self, Nothing()).directory
    return directory.contacts >= count && directory.replicas >= count
  }

  /// Signs its record anew and stores it; returns the copies and the seconds until all holders have answered.
  func put() throws -> (copies: Int, seconds: Double) {
    let start = ContinuousClock.now
    let result = try call(DirectoryPublish.self, DirectoryPublish.Params(wait: true))
    guard result.complete, result.accepted > 0 else {
      throw BenchFailure.unexpected("a record was taken by \(result.accepted) nodes, refused by \(result.refused)")
    }
    return (result.accepted, (ContinuousClock.now - start).seconds)
  }

  /// Looks up the record of another in its own name; returns the nodes that were asked and the seconds until it is sure.
  func get(_ nodeID: String) throws -> (requests: Int, seconds: Double) {
    let start = ContinuousClock.now
    let result = try call(DirectoryGet.self, DirectoryGet.Params(nodeID: nodeID, asSelf: true))
    return (result.requests, (ContinuousClock.now - start).seconds)
  }

  func stop() {
    process.signal(SIGKILL)
    process.wait(atMost: OpenDHTSettings.stop)
  }

  private func call<M: ControlMethod>(_ method: M.Type, _ params: M.Params) throws -> M.Result {
    guard let connection else { throw BenchFailure.late("a daemon listens") }
    return try connection.call(method, params, within: OpenDHTSettings.answer)
  }
}
