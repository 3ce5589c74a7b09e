import ControlAPI
import Glibc
import Reactor
import World

/// The control socket: accepts clients of the same user and hands their requests to the node. Loop-confined.
final class ControlServer {
  private let loop: EventLoop
  private var listener: Listener?
  private let log: Logger
  private let onRequest: (Request, ControlClient) -> Void
  /// A client is gone; nobody reads what its calls still wait for.
  var onEnd: ((ControlClient) -> Void)?
  private var clients: [ObjectIdentifier: ControlClient] = [:]
  private let maximumUnread: Int

  /// Listens on a Unix socket of mode 0600; what a dead daemon left there is replaced.
  init(
    loop: EventLoop, path: String, log: Logger, maximumUnread: Int = DaemonSettings.maximumUnread,
    onRequest: @escaping (Request, ControlClient) -> Void
  ) throws(ListenError) {
    self.maximumUnread = maximumUnread
    self.loop = loop
    self.log = log
    self.onRequest = onRequest
    let listener = try Listener(loop: loop, at: .unix(path: path))
    listener.onAccept = { [unowned self] connection in accept(connection) }
    listener.onExhausted = { error in log.warning("control socket: \(error.reason); clients wait") }
    self.listener = listener
  }

  /// Clients that asked for events.
  var subscribers: [ControlClient] { clients.values.filter(\.isSubscribed) }

  /// Accepts nobody any more and removes the socket. Clients that are there stay until the process ends: by the close
  /// of its connection one knows that the data directory is free again.
  func stopListening() { listener = nil }

  private func accept(_ connection: Connection) {
    // The mode of the socket already keeps others out; root may look at a service's socket.
    guard let user = connection.peerCredentials?.userID, user == geteuid() || user == 0 else {
      log.warning("control socket: a client of another user was turned away")
      return
    }
    guard clients.count < DaemonSettings.maximumControlClients else {
      connection.closeAfterFlush(
        saying: Response.encoded(
          id: nil, error: RPCError(.refused, "too many clients on the control socket", hint: "close some and retry")
        ))
      return
    }
    let client = ControlClient(
      loop: loop, connection: connection, log: log, maximumUnread: maximumUnread)
    clients[ObjectIdentifier(client)] = client
    client.start(
      onRequest: { [unowned self, unowned client] request in onRequest(request, client) },
      onEnd: { [unowned self, unowned client] in
        onEnd?(client)
        clients[ObjectIdentifier(client)] = nil
      })
  }
}

extension Connection {
  /// Writes one last line and closes.
  fileprivate func closeAfterFlush(saying line: [UInt8]) {
    try? write(line + [UInt8(ascii: "\n")])
    closeAfterFlush()
  }
}
