import ControlAPI
import Reactor
import World

/// One connection of the control socket. Loop-confined.
final class ControlClient {
  private let connection: Connection
  private let log: Logger
  private var lines = LineDecoder()
  private var onEnd: (() -> Void)?

  /// The cursor of the last event handed to this client; nil: it asked for none.
  var subscription: Int64?

  init(connection: Connection, log: Logger) {
    self.connection = connection
    self.log = log
  }

  var isSubscribed: Bool { subscription != nil }

  /// Whether the client is so slow that events should wait: they are kept in the store, so nothing is lost.
  var isCongested: Bool { connection.isCongested }

  /// Called whenever a congested client has caught up.
  var onDrained: (() -> Void)? {
    get { connection.onDrained }
    set { connection.onDrained = newValue }
  }

  func start(onRequest: @escaping (Request) -> Void, onEnd: @escaping () -> Void) {
    self.onEnd = onEnd
    connection.onBytes = { [weak self] bytes in self?.received(bytes, onRequest) }
    connection.onClosed = { [weak self] _ in self?.end() }
  }

  /// Writes one line. A client that does not read until its queue is full is dropped.
  func send(_ line: [UInt8]) {
    do throws(WriteError) {
      try connection.write(line + [UInt8(ascii: "\n")])
    } catch {
      switch error {
      case .closed: break
      case .outputFull: log.warning("control socket: a client that does not read was dropped")
      }
      connection.close()
      end()
    }
  }

  private func received(_ bytes: [UInt8], _ onRequest: (Request) -> Void) {
    for line in lines.push(bytes) {
      do throws(Request.Refusal) {
        onRequest(try Request.decode(line))
      } catch {
        send(Response.encoded(id: error.id, error: error.error))
      }
    }
    guard lines.isOverlong else { return }
    let error = RPCError(.invalidRequest, "a request line is longer than \(ControlAPI.Settings.maximumLine) bytes")
    send(Response.encoded(id: nil, error: error))
    connection.closeAfterFlush()
    end()
  }

  private func end() {
    let tell = onEnd
    onEnd = nil
    tell?()
  }
}
