import TestWorld
import Testing
import TorProtocol
import World

@Suite struct SOCKS5HandshakeTests {
  private let host = "aoqqpp7tzyil4hlq3umoos6atft6jvrqtosq2xy53sdgiesvgg4bqead.onion"
  private var clock = ManualClock()

  private func handshake() throws -> SOCKS5Handshake {
    try #require(SOCKS5Handshake(host: host, port: 25519, isolation: "link/1"))
  }

  /// What tor sends when all goes well, and a first byte of the stream.
  private let answers: [[UInt8]] = [[5, 2], [1, 0], [5, 0, 0, 1, 0, 0, 0, 0, 0, 0]]

  private var requests: [SOCKS5Handshake.Directive] {
    let word = Array("link/1".utf8)
    return [
      .send([5, 1, 2]), .send([1, 6] + word + [6] + word),
      .send([5, 1, 0, 3, 62] + Array(host.utf8) + [0x63, 0xAF]),
    ]
  }

  @Test func aConnection() throws {
    var handshake = try handshake()
    #expect(handshake.start(at: clock.now) == [requests[0]])
    #expect(handshake.received(answers[0], at: clock.now) == [requests[1]])
    #expect(handshake.received(answers[1], at: clock.now) == [requests[2]])
    #expect(handshake.received(answers[2] + [42], at: clock.now) == [.connected(early: [42])])
    #expect(handshake.nextDeadline == nil)
    #expect(handshake.failed(at: clock.now).isEmpty)
    #expect(handshake.received([1], at: clock.now).isEmpty)
  }

  @Test func byteByByteAndAllAtOnce() throws {
    var slow = try handshake()
    var got = slow.start(at: clock.now)
    for byte in answers.joined() { got += slow.received([byte], at: clock.now) }
    #expect(got == requests + [.connected(early: [])])
    var fast = try handshake()
    #expect(fast.start(at: clock.now) + fast.received(answers.joined(), at: clock.now) == got)
  }

  @Test(
    arguments: [
      [5, 0, 0, 1, 1, 2, 3, 4, 0, 80], [5, 0, 0, 4] + [UInt8](repeating: 9, count: 18),
      [5, 0, 0, 3, 2, 97, 98, 0, 80],
      [5, 0, 0, 3, 0, 0, 80],
    ] as [[UInt8]])
  func everyAddressFormOfTheReplyCutAtEachByte(_ reply: [UInt8]) throws {
    for cut in 0..<reply.count {
      var handshake = try handshake()
      _ = handshake.start(at: clock.now)
      _ = handshake.received(answers[0] + answers[1], at: clock.now)
      #expect(handshake.received(reply[..<cut], at: clock.now).isEmpty)
      var closed = handshake
      #expect(closed.failed(at: clock.now) == [.failed(.closed(awaiting: .reply))])
      #expect(handshake.received(reply[cut...] + [7, 8], at: clock.now) == [.connected(early: [7, 8])])
    }
  }

  @Test func closedAtEachPoint() throws {
    let stream = Array(answers.joined())
    for cut in 0..<stream.count {
      var handshake = try handshake()
      _ = handshake.start(at: clock.now)
      _ = handshake.received(stream[..<cut], at: clock.now)
      let stage: SOCKS5Error.Stage = cut < 2 ? .method : cut < 4 ? .credentials : .reply
      #expect(handshake.failed(at: clock.now) == [.failed(.closed(awaiting: stage))])
      #expect(handshake.failed(at: clock.now).isEmpty)
    }
  }

  @Test(arguments: [[4, 0], [5, 0], [5, 255], [72, 84]] as [[UInt8]]) func noProxyOfOurs(_ answer: [UInt8]) throws {
    var handshake = try handshake()
    _ = handshake.start(at: clock.now)
    #expect(handshake.received(answer, at: clock.now) == [.failed(.notTor)])
  }

  @Test func credentialsRefusedAndNonsenseAsReply() throws {
    for bad in [[5, 2, 1, 1], [5, 2, 1, 0, 4, 0], [5, 2, 1, 0, 5, 0, 0, 2, 0]] as [[UInt8]] {
      var handshake = try handshake()
      _ = handshake.start(at: clock.now)
      #expect(handshake.received(bad, at: clock.now).last == .failed(.notTor))
      #expect(handshake.nextDeadline == nil)
    }
  }

  @Test func everyCodeInWords() throws {
    var words: Set<String> = []
    for code in UInt8(1)...255 {
      var handshake = try handshake()
      _ = handshake.start(at: clock.now)
      let got = handshake.received([5, 2, 1, 0, 5, code], at: clock.now).last
      let reply = try #require(SOCKS5Reply(code: code))
      #expect(got == .failed(.refused(reply)))
      words.insert(reply.description)
    }
    #expect(words.count == 255)
    #expect(SOCKS5Reply(code: 0) == nil)
  }

  @Test(
    arguments: [
      (0xF0, SOCKS5Reply.descriptorNotFound, SOCKS5Reply.Advice.peerOffline),
      (0xF1, .descriptorInvalid, .tryAgain), (0xF2, .introductionFailed, .tryAgain),
      (0xF3, .rendezvousFailed, .tryAgain), (0xF4, .missingClientAuthorization, .hopeless),
      (0xF5, .wrongClientAuthorization, .hopeless), (0xF6, .invalidOnionAddress, .hopeless),
      (0xF7, .introductionTimedOut, .tryAgain), (0x06, .ttlExpired, .peerOffline),
      (0x01, .generalFailure, .torTrouble),
    ] as [(UInt8, SOCKS5Reply, SOCKS5Reply.Advice)])
  func advice(_ code: UInt8, _ reply: SOCKS5Reply, _ advice: SOCKS5Reply.Advice) {
    #expect(SOCKS5Reply(code: code) == reply)
    #expect(SOCKS5Error.refused(reply).advice == advice)
  }

  /// Field case D63: 40 s are nothing unusual.
  @Test func aSlowOnionStillConnects() throws {
    var clock = clock
    var handshake = try handshake()
    _ = handshake.start(at: clock.now)
    _ = handshake.received(answers[0] + answers[1], at: clock.now)
    clock.advance(by: .seconds(40))
    #expect(handshake.tick(at: clock.now).isEmpty)
    #expect(handshake.received(answers[2], at: clock.now) == [.connected(early: [])])
  }

  @Test func silenceEndsAtTheDeadline() throws {
    var clock = clock
    var handshake = try handshake()
    #expect(handshake.nextDeadline == nil)
    _ = handshake.start(at: clock.now)
    #expect(handshake.nextDeadline == clock.now.instant + .seconds(15))
    _ = handshake.received(answers[0] + answers[1], at: clock.now)
    #expect(handshake.nextDeadline == clock.now.instant + .seconds(125))
    clock.advance(by: .seconds(124))
    #expect(handshake.tick(at: clock.now).isEmpty)
    clock.advance(by: .seconds(1))
    #expect(handshake.tick(at: clock.now) == [.failed(.timedOut(awaiting: .reply))])
    #expect(handshake.tick(at: clock.now).isEmpty)
  }

  @Test func fieldsThatCannotBeSent() {
    #expect(SOCKS5Handshake(host: "", port: 1, isolation: "a") == nil)
    #expect(SOCKS5Handshake(host: "a", port: 0, isolation: "a") == nil)
    #expect(SOCKS5Handshake(host: "a", port: 1, isolation: "") == nil)
    let long = String(repeating: "x", count: 256)
    #expect(SOCKS5Handshake(host: long, port: 1, isolation: "a") == nil)
    #expect(SOCKS5Handshake(host: "a", port: 1, isolation: long) == nil)
  }
}
