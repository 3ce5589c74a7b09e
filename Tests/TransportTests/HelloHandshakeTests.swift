import TestWorld
import Testing
import Transport
import Wire
import World

/// One end of a link in a test.
private struct End {
  let identity: TestIdentity
  var handshake: HelloHandshake
  var window = ReplayWindow()
  var sent: [WireMessage] = []
  var proof: LinkProof?
  var peer: NodeID?
  var failure: HelloFailure?

  init(_ identity: TestIdentity, _ role: LinkRole, seed: UInt64) {
    var random = SeededRandom(seed: seed)
    self.identity = identity
    handshake = HelloHandshake(role: role, identity: identity, settings: TransportSettings(), random: &random)
  }

  mutating func take(_ directives: [HelloHandshake.Directive]) {
    for directive in directives {
      switch directive {
      case .send(let message): sent.append(message)
      case .established(let hello, let proof): (peer, self.proof) = (hello.bundle.nodeID, proof)
      case .failed(let failure): self.failure = failure
      }
    }
  }

  mutating func start(at now: Moment) { take(handshake.start(at: now)) }

  mutating func receive(_ message: WireMessage, at now: Moment) { receive(message.encoded(), at: now) }

  mutating func receive(_ frame: [UInt8], at now: Moment) {
    take(handshake.received(frame, at: now, window: &window))
  }

  var challenge: [UInt8] {
    (try? Payload.decode(HelloMessage.self, from: sent.first?.payload ?? []))?.challenge?.bytes ?? []
  }
}

private let alice = TestIdentity(seed: 1)
private let bob = TestIdentity(seed: 2)
private let mallory = TestIdentity(seed: 3)
private let bobsAddress = PeerAddress(bob.keys.onion)
private let now = ManualClock().now

/// Passes on what both have sent, until neither says more.
private func exchange(_ a: inout End, _ b: inout End, at now: Moment) {
  var (fromA, fromB) = (0, 0)
  while fromA < a.sent.count || fromB < b.sent.count {
    while fromA < a.sent.count {
      b.receive(a.sent[fromA], at: now)
      fromA += 1
    }
    while fromB < b.sent.count {
      a.receive(b.sent[fromB], at: now)
      fromB += 1
    }
  }
}

/// A listener that has taken the first hello of `peer` with this challenge, and awaits the proof.
private func listenerAwaitingProof(of peer: TestIdentity, challenge: [UInt8]) -> End {
  var end = End(bob, .accepted, seed: 20)
  end.start(at: now)
  end.receive(peer.hello(challenge: challenge, at: now), at: now)
  return end
}

@Suite struct HelloHandshakeTests {
  @Test func twoNodesProveThemselves() {
    var dialler = End(alice, .dialled(bobsAddress, expected: bob.nodeID), seed: 10)
    var listener = End(bob, .accepted, seed: 20)
    dialler.start(at: now)
    listener.start(at: now)
    #expect(listener.sent.isEmpty)
    exchange(&dialler, &listener, at: now)
    #expect(dialler.proof == .proven)
    #expect(dialler.peer == bob.nodeID)
    #expect(listener.proof == .proven)
    #expect(listener.peer == alice.nodeID)
    #expect([dialler.sent.count, listener.sent.count] == [2, 2])
    #expect(dialler.handshake.nextDeadline == nil)
  }

  @Test func aPeerWithoutTheExtensionStaysUnproven() {
    var listener = End(bob, .accepted, seed: 20)
    listener.start(at: now)
    listener.receive(alice.hello(at: now), at: now)
    #expect(listener.proof == .unproven)
    #expect(listener.sent.map(\.type) == [.hello])

    var dialler = End(alice, .dialled(bobsAddress, expected: nil), seed: 10)
    dialler.start(at: now)
    dialler.receive(bob.hello(at: now), at: now)
    #expect(dialler.proof == .unproven)
    #expect(dialler.peer == bob.nodeID)
  }

  @Test func longAndShortSenderIDsAreTaken() {
    for count in [16, 32, 64] {
      var hello = alice.hello(at: now)
      hello.senderID = String(alice.nodeID.hex.prefix(count))
      hello.signature = alice.signature(for: hello.signingBytes)
      var listener = End(bob, .accepted, seed: 20)
      listener.start(at: now)
      listener.receive(hello, at: now)
      #expect(listener.peer == alice.nodeID)
    }
  }

  private static let refusals: [(String, HelloFailure, @Sendable (inout WireMessage) -> Void)] = [
    ("signature", .refused(.badSignature), { $0.signature[0] ^= 1 }),
    ("payload", .refused(.malformed), { $0.payload.removeLast() }),
    ("another's name", .refused(.wrongSender), { $0.senderID = bob.nodeID.peerID }),
    ("short name", .refused(.wrongSender), { $0.senderID = String($0.senderID.prefix(15)) }),
    ("type", .notAHello, { $0.type = .dhtPing }),
    ("time", .refused(.badSignature), { $0.timestamp = WireDate(now.timestamp + .seconds(1)) }),
  ]

  @Test(arguments: 0..<6) func aTamperedHelloIsRefusedAndGetsNoAnswer(index: Int) {
    let (_, failure, tamper) = Self.refusals[index]
    var hello = alice.hello(challenge: [UInt8](repeating: 5, count: 32), at: now)
    tamper(&hello)
    var listener = End(bob, .accepted, seed: 20)
    listener.start(at: now)
    listener.receive(hello, at: now)
    #expect(listener.failure == failure)
    #expect(listener.sent.isEmpty)
    #expect(listener.handshake.nextDeadline == nil)
  }

  /// Both sides learn by how much, so that whoever's clock is wrong can say so.
  @Test(arguments: [-259_200, -301, 31, 259_200]) func clocksThatDifferAreTold(seconds: Int) {
    var dialler = End(alice, .dialled(bobsAddress, expected: nil), seed: 10)
    let theirs = Moment(instant: now.instant, timestamp: now.timestamp + .seconds(seconds))
    dialler.start(at: theirs)
    var listener = End(bob, .accepted, seed: 20)
    listener.start(at: now)
    listener.receive(dialler.sent[0], at: now)
    #expect(listener.failure == .clocksDiffer(ahead: .seconds(seconds)))
    #expect(listener.sent.map(\.type) == [.hello] && listener.handshake.nextDeadline == nil)
    listener.receive(dialler.sent[0], at: now)
    #expect(listener.sent.count == 1, "once")
    dialler.receive(listener.sent[0], at: theirs)
    // The window is not the same both ways: what is 31 s ahead for one is 31 s old for the other.
    let isTold = abs(seconds) > 300 || seconds < -30
    #expect((dialler.failure == .clocksDiffer(ahead: .seconds(-seconds))) == isTold)
    #expect(dialler.sent.count == (isTold ? 1 : 2))
  }

  @Test func aTamperedBundleIsRefused() {
    var hello = HelloMessage(bundle: alice.helloBundle(for: nil, at: now))
    hello.bundle.username = "mallory"
    var listener = End(bob, .accepted, seed: 20)
    listener.start(at: now)
    listener.receive(alice.signed(.hello, hello, at: now), at: now)
    #expect(listener.failure == .refused(.bundle(.badBundleSignature)))

    var stale = alice
    stale.bundleAge = .seconds(90_000)
    listener = End(bob, .accepted, seed: 20)
    listener.start(at: now)
    listener.receive(stale.hello(at: now), at: now)
    #expect(listener.failure == .refused(.bundle(.stale)))
  }

  @Test func everyTruncationIsRefused() {
    let frame = alice.hello(at: now).encoded()
    for count in 0..<frame.count {
      var listener = End(bob, .accepted, seed: 20)
      listener.start(at: now)
      listener.receive(Array(frame.prefix(count)), at: now)
      #expect(listener.failure == .refused(.malformed))
    }
  }

  @Test func aReplayedHelloOpensNoSecondLink() {
    let hello = alice.hello(at: now)
    var first = End(bob, .accepted, seed: 20)
    first.start(at: now)
    first.receive(hello, at: now)
    var second = End(bob, .accepted, seed: 21)
    second.window = first.window
    second.start(at: now)
    second.receive(hello, at: now)
    #expect(second.failure == .refused(.replayed))
  }

  @Test func aWholeRecordedExchangeProvesNothingToAFreshWindow() {
    var dialler = End(alice, .dialled(bobsAddress, expected: nil), seed: 10)
    var listener = End(bob, .accepted, seed: 20)
    dialler.start(at: now)
    listener.start(at: now)
    exchange(&dialler, &listener, at: now)
    var again = End(bob, .accepted, seed: 99)
    again.start(at: now)
    for message in dialler.sent { again.receive(message, at: now) }
    #expect(again.failure == .badProof)
    #expect(again.proof == nil)
  }

  @Test func theDialledAddressAndPeerMustAnswer() {
    var wrongKey = End(alice, .dialled(bobsAddress, expected: nil), seed: 10)
    wrongKey.start(at: now)
    wrongKey.receive(mallory.hello(challenge: [UInt8](repeating: 5, count: 32), at: now), at: now)
    #expect(wrongKey.failure == .wrongAddress)
    #expect(wrongKey.sent.count == 1)

    let loopback = PeerAddress.loopback(port: 1)
    var wrongPeer = End(alice, .dialled(loopback, expected: bob.nodeID), seed: 10)
    wrongPeer.start(at: now)
    wrongPeer.receive(mallory.hello(at: now), at: now)
    #expect(wrongPeer.failure == .wrongPeer)

    var mirror = End(alice, .dialled(loopback, expected: nil), seed: 10)
    mirror.start(at: now)
    mirror.receive(mirror.sent[0], at: now)
    #expect(mirror.failure == .ourselves)
  }

  @Test func hellosRelayedBetweenTwoListenersProveNothing() {
    // Mallory dials both and passes on each frame as it is; each is asked for the other's proof as a listener.
    var atAlice = End(alice, .accepted, seed: 10)
    var atBob = End(bob, .accepted, seed: 20)
    atAlice.start(at: now)
    atBob.start(at: now)
    // Somebody has to begin: a hello of Alice that Mallory saw elsewhere.
    atBob.receive(alice.hello(challenge: [UInt8](repeating: 5, count: 32), at: now), at: now)
    exchange(&atBob, &atAlice, at: now)
    #expect(atAlice.proof == nil)
    #expect(atAlice.failure == .badProof)
    #expect(atBob.proof == nil)
  }

  @Test func hellosPassedOnByTheDialledNodeAreRefused() {
    // Alice dials Mallory, who passes on what Bob says.
    var dialler = End(alice, .dialled(PeerAddress(mallory.keys.onion), expected: nil), seed: 10)
    var listener = End(bob, .accepted, seed: 20)
    dialler.start(at: now)
    listener.start(at: now)
    exchange(&dialler, &listener, at: now)
    #expect(dialler.failure == .wrongAddress)
    #expect(listener.proof == nil)
  }

  @Test func aProofMustFitThisLink() {
    let own = [UInt8](repeating: 5, count: 32)
    func failure(_ second: (_ asked: [UInt8]) -> WireMessage) -> HelloFailure? {
      var listener = listenerAwaitingProof(of: alice, challenge: own)
      let asked = listener.challenge
      #expect(asked.count == 32)
      listener.receive(second(asked), at: now)
      return listener.failure
    }
    func hello(_ response: [UInt8], answering: String? = bob.nodeID.hex) -> WireMessage {
      alice.hello(response: response, answering: answering, at: now)
    }
    #expect(failure { hello(alice.proof(side: .dialler, of: $0, own: own, to: bob.nodeID)) } == nil)
    #expect(failure { hello(alice.proof(side: .listener, of: $0, own: own, to: bob.nodeID)) } == .badProof)
    #expect(failure { _ in hello(alice.proof(side: .dialler, of: own, own: own, to: bob.nodeID)) } == .badProof)
    #expect(failure { hello(alice.proof(side: .dialler, of: $0, own: $0, to: bob.nodeID)) } == .badProof)
    #expect(failure { hello(alice.proof(side: .dialler, of: $0, own: own, to: mallory.nodeID)) } == .badProof)
    #expect(failure { hello(mallory.proof(side: .dialler, of: $0, own: own, to: bob.nodeID)) } == .badProof)
    #expect(
      failure { hello(Array(alice.proof(side: .dialler, of: $0, own: own, to: bob.nodeID).dropLast())) }
        == .badProof)
    #expect(failure { _ in hello([]) } == .badProof)
    for answering in [nil, "", alice.nodeID.hex, bob.nodeID.peerID, bob.nodeID.hex.uppercased()] {
      let response = { alice.proof(side: .dialler, of: $0, own: own, to: bob.nodeID) }
      #expect(failure { hello(response($0), answering: answering) } == .answeringAnother)
    }
    #expect(failure { _ in alice.hello(at: now) } == .missingProof)
    #expect(failure { _ in alice.hello(challenge: own, answering: bob.nodeID.hex, at: now) } == .missingProof)
    #expect(failure { _ in mallory.hello(response: [1], answering: bob.nodeID.hex, at: now) } == .changedIdentity)
    #expect(failure { _ in alice.signed(.dhtPing, DHTPingPayload(senderNodeID: ""), at: now) } == .notAHello)
  }

  @Test(arguments: [0, 31, 33]) func challengesOfAnotherLengthAreRefused(count: Int) {
    var listener = End(bob, .accepted, seed: 20)
    listener.start(at: now)
    listener.receive(alice.hello(challenge: [UInt8](repeating: 1, count: count), at: now), at: now)
    #expect(listener.failure == .badChallenge)
    #expect(listener.sent.isEmpty)
  }

  @Test func aProofThatNobodyAskedForIsRefused() {
    var listener = End(bob, .accepted, seed: 20)
    listener.start(at: now)
    listener.receive(alice.hello(response: [1], answering: bob.nodeID.hex, at: now), at: now)
    #expect(listener.failure == .unaskedProof)
  }

  @Test func silenceAndClosingAreToldByStage() {
    var clock = ManualClock()
    var listener = End(bob, .accepted, seed: 20)
    listener.start(at: clock.now)
    clock.advance(by: .milliseconds(29_999))
    listener.take(listener.handshake.tick(at: clock.now))
    #expect(listener.failure == nil)
    clock.advance(by: .milliseconds(1))
    #expect(listener.handshake.nextDeadline == clock.now.instant)
    listener.take(listener.handshake.tick(at: clock.now))
    #expect(listener.failure == .timedOut(.hello))

    var waiting = listenerAwaitingProof(of: alice, challenge: [UInt8](repeating: 5, count: 32))
    waiting.take(waiting.handshake.tick(at: now + .seconds(30)))
    #expect(waiting.failure == .timedOut(.proof))

    var closed = End(alice, .dialled(bobsAddress, expected: nil), seed: 10)
    closed.take(closed.handshake.failed(at: now))
    #expect(closed.failure == nil)
    closed.start(at: now)
    closed.take(closed.handshake.failed(at: now))
    #expect(closed.failure == .closed(.hello))
    closed = listenerAwaitingProof(of: alice, challenge: [UInt8](repeating: 5, count: 32))
    closed.take(closed.handshake.failed(at: now))
    #expect(closed.failure == .closed(.proof))
  }

  @Test func afterItsEndNothingIsSaid() {
    var listener = End(bob, .accepted, seed: 20)
    listener.start(at: now)
    listener.receive([1, 2, 3], at: now)
    listener.failure = nil
    listener.start(at: now)
    listener.receive(alice.hello(at: now), at: now)
    listener.take(listener.handshake.tick(at: now + .seconds(100)) + listener.handshake.failed(at: now))
    #expect(listener.failure == nil)
    #expect(listener.peer == nil)
    #expect(listener.sent.isEmpty)
  }
}
