package import World

/// The client's side of one SOCKS5 connection through tor (RFC 1928, RFC 1929) up to the point where the stream
/// stands. Username and password authenticate nobody: tor puts streams with different ones on different circuits.
package struct SOCKS5Handshake: Sendable {
  package struct Settings: Sendable {
    /// The proxy answers the method and the credentials from its own process, at once.
    package var local = Duration.seconds(15)
    /// tor gives up a connection after 120 s (SocksTimeout) and says so; this is a little more.
    package var connection = Duration.seconds(125)

    package init() {}
  }

  package enum Directive: Sendable, Equatable {
    case send([UInt8])
    /// The stream stands; `early` came right behind the reply and is its first bytes.
    case connected(early: [UInt8])
    case failed(SOCKS5Error)
  }

  private enum State: Sendable {
    case idle
    case awaiting(SOCKS5Error.Stage)
    case done
  }

  /// RFC 1928 and 1929 carry lengths in one byte, and none may be 0.
  private static let fieldLengths = 1...255

  private let host: [UInt8]
  private let port: UInt16
  private let isolation: [UInt8]
  private let settings: Settings
  private var state = State.idle
  private var buffer: [UInt8] = []
  /// When the awaited answer is overdue; nil while nothing is awaited.
  package private(set) var nextDeadline: Instant?

  /// A connection to a host name, with a key that tells which connections may share circuits. Nil when host or key is
  /// empty or longer than 255 bytes, or the port is 0.
  package init?(host: String, port: UInt16, isolation: String, settings: Settings = Settings()) {
    guard Self.fieldLengths.contains(host.utf8.count), Self.fieldLengths.contains(isolation.utf8.count), port != 0
    else { return nil }
    self.host = Array(host.utf8)
    self.port = port
    self.isolation = Array(isolation.utf8)
    self.settings = settings
  }

  /// The proxy is connected: offers username and password, and nothing else.
  package mutating func start(at now: Moment) -> [Directive] {
    expect(.method, settings.local, now)
    return [.send([5, 1, 2])]
  }

  /// Takes what the proxy sent, however it was cut.
  package mutating func received(_ bytes: some Sequence<UInt8>, at now: Moment) -> [Directive] {
    guard case .awaiting = state else { return [] }
    buffer += bytes
    var directives: [Directive] = []
    while case .awaiting(let stage) = state, let step = step(stage, now) { directives.append(step) }
    return directives
  }

  /// The proxy closed or the connection broke.
  package mutating func failed(at now: Moment) -> [Directive] {
    guard case .awaiting(let stage) = state else { return [] }
    return [end(.closed(awaiting: stage))]
  }

  package mutating func tick(at now: Moment) -> [Directive] {
    guard case .awaiting(let stage) = state, let nextDeadline, now.instant >= nextDeadline else { return [] }
    return [end(.timedOut(awaiting: stage))]
  }

  /// The next directive that the buffer allows, or nil until more comes.
  private mutating func step(_ stage: SOCKS5Error.Stage, _ now: Moment) -> Directive? {
    switch stage {
    case .method: takeMethod(now)
    case .credentials: takeCredentialsReply(now)
    case .reply: takeReply()
    }
  }

  private mutating func takeMethod(_ now: Moment) -> Directive? {
    guard let answer = take(2) else { return nil }
    guard answer == [5, 2] else { return end(.notTor) }
    expect(.credentials, settings.local, now)
    let field = [UInt8(truncatingIfNeeded: isolation.count)] + isolation
    return .send([1] + field + field)
  }

  private mutating func takeCredentialsReply(_ now: Moment) -> Directive? {
    guard let answer = take(2) else { return nil }
    guard answer == [1, 0] else { return end(.notTor) }
    expect(.reply, settings.connection, now)
    let port = [UInt8(port >> 8), UInt8(port & 0xFF)]
    return .send([5, 1, 0, 3, UInt8(truncatingIfNeeded: host.count)] + host + port)
  }

  private mutating func takeReply() -> Directive? {
    guard buffer.count >= 2 else { return nil }
    guard buffer[0] == 5 else { return end(.notTor) }
    // A refusal is clear from its code; some proxies close before the address is out.
    if let refusal = SOCKS5Reply(code: buffer[1]) { return end(.refused(refusal)) }
    guard buffer.count >= 5 else { return nil }
    let addressLength: Int
    switch buffer[3] {
    case 1: addressLength = 4
    case 3: addressLength = 1 + Int(buffer[4])
    case 4: addressLength = 16
    case _: return end(.notTor)
    }
    guard take(4 + addressLength + 2) != nil else { return nil }
    let early = buffer
    end()
    return .connected(early: early)
  }

  private mutating func take(_ count: Int) -> [UInt8]? {
    guard buffer.count >= count else { return nil }
    defer { buffer.removeFirst(count) }
    return Array(buffer[..<count])
  }

  private mutating func expect(_ stage: SOCKS5Error.Stage, _ limit: Duration, _ now: Moment) {
    state = .awaiting(stage)
    nextDeadline = now.instant + limit
  }

  private mutating func end(_ error: SOCKS5Error) -> Directive {
    end()
    return .failed(error)
  }

  private mutating func end() {
    state = .done
    nextDeadline = nil
    buffer = []
  }
}
