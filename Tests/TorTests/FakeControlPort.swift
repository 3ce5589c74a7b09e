import Reactor
import TestWorld

/// A scripted tor behind a real Unix socket, with its cookie in a real file. Loop-confined.
final class FakeControlPort {
  let path: String
  /// What each new connection is answered with.
  var template: ScriptedTor
  /// Called for each command of the newest connection.
  var onCommand: ((String) -> Void)?
  /// All commands of each connection so far.
  private(set) var sessions: [[String]] = []

  private let loop: EventLoop
  private let cookiePath: String
  private var listener: Listener?
  private var connection: Connection?
  private var tor: ScriptedTor

  init(loop: EventLoop, folder: String, serviceID: String, cookieName: String = "cookie") {
    self.loop = loop
    path = folder + "/control"
    cookiePath = folder + "/" + cookieName
    template = ScriptedTor(serviceID: serviceID)
    template.cookiePath = cookiePath
    tor = template
  }

  /// Listens, with a cookie of this start.
  func start(cookie: UInt8) throws {
    template.cookie = [UInt8](repeating: cookie, count: 32)
    try Files.write(template.cookie, to: cookiePath)
    let listener = try Listener(loop: loop, at: .unix(path: path))
    listener.onAccept = { [unowned self] in accept($0) }
    self.listener = listener
  }

  /// Closes the socket and every connection, as a tor that ends does.
  func stop() {
    connection?.close()
    (connection, listener) = (nil, nil)
  }

  func send(_ bytes: [UInt8]) { try? connection?.write(bytes) }

  func sendDescriptorEvent(_ action: String) { send(tor.descriptorEvent(action)) }

  private func accept(_ connection: Connection) {
    tor = template
    sessions.append([])
    self.connection = connection
    connection.onBytes = { [unowned self, unowned connection] bytes in
      let before = tor.commands.count
      let answer = tor.received(bytes)
      try? connection.write(answer)
      for command in tor.commands[before...] {
        sessions[sessions.count - 1].append(command)
        onCommand?(command)
      }
      if tor.hasClosed { connection.closeAfterFlush() }
    }
  }
}
