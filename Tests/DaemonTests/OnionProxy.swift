import Reactor

/// tor as a node sees it when it dials: a SOCKS proxy that knows behind which port of this machine each onion is, and
/// remembers who asked for which on what credentials. Loop-confined.
final class OnionProxy {
  struct Dial: Hashable {
    let host: String
    let isolation: String
  }

  /// Where the onions are; the others are not reached.
  var places: [String: UInt16] = [:]
  private(set) var dials: [Dial] = []
  /// While it is set, those who dial wait for their circuit.
  var isSlow = false {
    didSet { if !isSlow { for stream in streams.values { stream.goOn() } } }
  }
  let port: UInt16
  private let loop: EventLoop
  private let listener: Listener
  private var streams: [ObjectIdentifier: OnionStream] = [:]

  init(loop: EventLoop) throws {
    self.loop = loop
    listener = try Listener(loop: loop, at: .tcp(host: "127.0.0.1", port: 0))
    port = listener.port ?? 0
    listener.onAccept = { [unowned self] in accept($0) }
  }

  private func accept(_ connection: Connection) {
    let stream = OnionStream(loop: loop, connection)
    stream.find = { [unowned self] host, isolation in
      dials.append(Dial(host: host, isolation: isolation))
      return places[host]
    }
    stream.mustWait = { [unowned self] in isSlow }
    let id = ObjectIdentifier(stream)
    stream.onEnd = { [weak self, loop] in loop.later { self?.streams[id] = nil } }
    streams[id] = stream
  }
}

/// One stream through the proxy.
final class OnionStream {
  private enum Stage {
    case greeting
    case credentials
    case request(isolation: String)
    case open
  }

  var find: (_ host: String, _ isolation: String) -> UInt16? = { _, _ in nil }
  var mustWait: () -> Bool = { false }
  var onEnd: () -> Void = {}
  private let loop: EventLoop
  private let near: Connection
  private var far: Connection?
  private var stage = Stage.greeting
  private var input: [UInt8] = []

  init(loop: EventLoop, _ near: Connection) {
    self.loop = loop
    self.near = near
    near.onBytes = { [unowned self] bytes in received(bytes) }
    near.onClosed = { [unowned self] _ in end() }
  }

  private func received(_ bytes: [UInt8]) {
    input += bytes
    goOn()
  }

  func goOn() { while step() {} }

  /// Takes one whole piece of the input; false when there is none.
  private func step() -> Bool {
    switch stage {
    case .greeting:
      guard input.count >= 3 else { return false }
      input.removeFirst(3)
      stage = .credentials
      try? near.write([5, 2])
    case .credentials:
      guard input.count > 1, input.count > 2 + Int(input[1]) else { return false }
      let user = Int(input[1])
      let length = 3 + user + Int(input[2 + user])
      guard input.count >= length else { return false }
      stage = .request(isolation: String(decoding: input[2..<2 + user], as: UTF8.self))
      input.removeFirst(length)
      try? near.write([1, 0])
    case .request(let isolation):
      guard input.count > 4, input.count >= 7 + Int(input[4]), !mustWait() else { return false }
      let end = 5 + Int(input[4])
      let host = String(decoding: input[5..<end], as: UTF8.self)
      input.removeFirst(end + 2)
      connect(find(host, isolation))
    case .open:
      guard !input.isEmpty else { return false }
      try? far?.write(input)
      input = []
    }
    return true
  }

  private func connect(_ port: UInt16?) {
    guard let port, let far = try? Connection(loop: loop, connectingTo: .tcp(host: "127.0.0.1", port: port)) else {
      // No descriptor: the onion is not there.
      try? near.write([5, 0xF0, 0, 1, 0, 0, 0, 0, 0, 0])
      return near.closeAfterFlush()
    }
    stage = .open
    far.onOpen = { [unowned self] in try? near.write([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]) }
    far.onBytes = { [unowned self] bytes in try? near.write(bytes) }
    far.onClosed = { [unowned self] _ in end() }
    self.far = far
  }

  private func end() {
    near.closeAfterFlush()
    far?.closeAfterFlush()
    onEnd()
  }
}
