import Reactor
import TestReactor
import Transport
import Wire
import World

/// A pool with a listener on loopback, and what it told.
final class TestNode {
  let identity: TestIdentity
  let pool: LinkPool
  private(set) var address = PeerAddress.loopback(port: 1)
  var onNews: (String) -> Void = { _ in }
  var links: [Link] = []

  init(loop: EventLoop, seed: UInt64, settings: TransportSettings = TransportSettings()) throws {
    identity = TestIdentity(seed: seed)
    pool = LinkPool(
      loop: loop, identity: identity, dialer: LoopbackDialer(loop: loop), settings: settings,
      random: SeededRandom(seed: seed), logger: .silent)
    address = PeerAddress.loopback(port: try pool.listen(at: .tcp(host: "127.0.0.1", port: 0)) ?? 0)
    pool.onLink = { [unowned self] link in
      links.append(link)
      onNews(link.isProven ? "proven" : "unproven")
    }
    pool.onMessage = { [unowned self] _, message in onNews("message \(message.message.type)") }
    pool.onClosed = { [unowned self] _, reason in onNews("closed \(reason)") }
    pool.onDialEnded = { [unowned self] _, result in
      switch result {
      case .success: onNews("dialled")
      case .failure(let failure): onNews("failed \(failure)")
      }
    }
  }

  @discardableResult
  func connect(to other: TestNode, expecting peer: NodeID? = nil) -> ConnectOutcome {
    pool.connect(to: peer ?? other.identity.nodeID, at: other.address, isolation: "test", priority: .person)
  }

  func ping(_ now: Moment) -> WireMessage {
    identity.signed(.dhtPing, DHTPingPayload(senderNodeID: identity.nodeID.hex), at: now)
  }

  func typing(_ now: Moment) -> WireMessage {
    identity.signed(.typing, DHTPingPayload(senderNodeID: ""), at: now)
  }
}

/// A peer that the test plays byte by byte.
final class RawPeer {
  let identity: TestIdentity
  let connection: Connection
  private let loop: EventLoop
  private var decoder = FrameDecoder()
  private let challenge: [UInt8]
  var onFrame: (WireMessage) -> Void = { _ in }
  var onClosed: (CloseReason) -> Void = { _ in }

  init(loop: EventLoop, dialling node: TestNode, seed: UInt64 = 77, challenge: UInt8 = 3) throws {
    self.challenge = [UInt8](repeating: challenge, count: 32)
    self.loop = loop
    identity = TestIdentity(seed: seed)
    connection = try Connection(
      loop: loop, connectingTo: .tcp(host: node.address.host, port: node.address.port))
    connection.onBytes = { [unowned self] bytes in
      decoder.push(bytes)
      while let frame = try? decoder.next() {
        if let message = try? UnverifiedMessage.decode(frame) { onFrame(message.message) }
      }
    }
    connection.onClosed = { [unowned self] in onClosed($0) }
  }

  func send(_ message: WireMessage) { send(frame: message.encoded()) }

  func send(frame: [UInt8]) {
    guard let framed = try? FrameEncoder.frame(frame) else { return }
    try? connection.write(framed)
  }

  /// Says hello without the extension.
  func greet() { send(identity.hello(at: loop.now)) }

  /// Goes through the hellos to the end, then calls `then`.
  func prove(to node: TestNode, then: @escaping () -> Void) {
    send(identity.hello(challenge: challenge, at: loop.now))
    onFrame = { [unowned self] message in
      guard let hello = try? Payload.decode(HelloMessage.self, from: message.payload),
        let asked = hello.challenge?.bytes
      else { return }
      onFrame = { _ in }
      let response = identity.proof(side: .dialler, of: asked, own: challenge, to: node.identity.nodeID)
      send(identity.hello(response: response, answering: node.identity.nodeID.hex, at: loop.now))
      then()
    }
  }
}
