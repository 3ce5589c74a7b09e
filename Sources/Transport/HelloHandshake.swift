package import Wire
package import World

/// The hellos at the beginning of a link, up to the point where it is known who is there. `Docs/spec/link.md` states
/// the exchange.
///
/// The dialler speaks first. The listener says nothing before the dialler's hello holds: connections that stay silent
/// cost it neither a signature nor a byte, and it answers with hello and proof at once, so nothing takes longer. Only one
/// whose time is wrong gets a hello before the link ends: what that one says is how its user learns which clock is off.
package struct HelloHandshake {
  package enum Directive: Hashable, Sendable {
    case send(WireMessage)
    case established(VerifiedHello, LinkProof)
    case failed(HelloFailure)
  }

  private enum State {
    case idle
    case awaitingHello
    case awaitingProof(of: VerifiedHello, challenge: [UInt8])
    case done
  }

  private let role: LinkRole
  private let identity: any LinkIdentity
  /// 32 bytes that the peer has to sign.
  private let challenge: [UInt8]
  private let deadline: Duration
  private var state = State.idle
  /// When what is awaited is overdue; nil before the start and after the end.
  package private(set) var nextDeadline: Instant?

  package init(
    role: LinkRole, identity: any LinkIdentity, settings: TransportSettings,
    random: inout some RandomNumberGenerator
  ) {
    self.role = role
    self.identity = identity
    challenge = random.bytes(HelloProof.challengeCount)
    deadline = settings.helloDeadline
  }

  /// The connection is open.
  package mutating func start(at now: Moment) -> [Directive] {
    guard case .idle = state else { return [] }
    expect(.awaitingHello, now)
    switch role {
    case .dialled(_, let expected): return [.send(hello(for: expected, now))]
    case .accepted: return []
    }
  }

  /// A frame came in.
  /// - Parameter window: remembers the hellos that were accepted, on whatever link they came.
  package mutating func received(
    _ frame: [UInt8], at now: Moment, window: inout ReplayWindow
  ) -> [Directive] {
    do throws(HelloFailure) {
      switch state {
      case .awaitingHello: return try answer(try HelloHandshake.hello(in: frame, now, &window), now)
      case .awaitingProof(let peer, let theirs):
        return [try conclude(try HelloHandshake.hello(in: frame, now, &window), peer, theirs)]
      case .idle, .done: return []
      }
    } catch {
      guard case .clocksDiffer = error, case .awaitingHello = state, case .accepted = role else {
        return [end(error)]
      }
      return [.send(hello(for: nil, now)), end(error)]
    }
  }

  /// The connection closed or broke.
  package mutating func failed(at now: Moment) -> [Directive] { awaited.map { [end(.closed($0))] } ?? [] }

  package mutating func tick(at now: Moment) -> [Directive] {
    guard let awaited, let nextDeadline, now.instant >= nextDeadline else { return [] }
    return [end(.timedOut(awaited))]
  }

  private var awaited: HelloFailure.Stage? {
    switch state {
    case .awaitingHello: .hello
    case .awaitingProof: .proof
    case .idle, .done: nil
    }
  }

  private mutating func expect(_ next: State, _ now: Moment) {
    state = next
    nextDeadline = now.instant + deadline
  }

  private mutating func end(_ failure: HelloFailure) -> Directive {
    state = .done
    nextDeadline = nil
    return .failed(failure)
  }

  private mutating func end(_ hello: VerifiedHello, _ proof: LinkProof) -> Directive {
    state = .done
    nextDeadline = nil
    return .established(hello, proof)
  }

  // MARK: The first hello

  private static func hello(
    in frame: [UInt8], _ now: Moment, _ window: inout ReplayWindow
  ) throws(HelloFailure) -> VerifiedHello {
    let unverified: UnverifiedMessage
    do throws(WireError) { unverified = try .decode(frame) } catch { throw .refused(RefusalReason(error)) }
    guard unverified.message.type == .hello else { throw .notAHello }
    do throws(RefusalReason) {
      return try unverified.verifiedHello(at: now, window: &window)
    } catch {
      switch error {
      case .tooOld, .tooNew:
        throw .clocksDiffer(ahead: unverified.message.timestamp.timestamp - now.timestamp)
      case .malformed, .unknownType, .tooLarge, .wrongSender, .replayed, .badSignature, .bundle:
        throw .refused(error)
      }
    }
  }

  private mutating func answer(_ peer: VerifiedHello, _ now: Moment) throws(HelloFailure) -> [Directive] {
    try checkIdentity(of: peer)
    guard peer.hello.challengeResponse == nil else { throw .unaskedProof }
    let own: [Directive]
    switch role {
    case .dialled: own = []
    case .accepted: own = [.send(hello(for: peer.bundle.nodeID, now))]
    }
    guard let theirs = peer.hello.challenge?.bytes else { return own + [end(peer, .unproven)] }
    guard theirs.count == HelloProof.challengeCount else { throw .badChallenge }
    expect(.awaitingProof(of: peer, challenge: theirs), now)
    return own + [.send(proof(for: peer.bundle.nodeID, theirs, now))]
  }

  private func checkIdentity(of peer: VerifiedHello) throws(HelloFailure) {
    guard peer.bundle.nodeID != identity.keys.nodeID else { throw .ourselves }
    switch role {
    case .accepted: break
    case .dialled(let address, let expected):
      if let onion = address.onion, onion != peer.bundle.keys.onion { throw .wrongAddress }
      if let expected, expected != peer.bundle.nodeID { throw .wrongPeer }
    }
  }

  private func hello(for peer: NodeID?, _ now: Moment) -> WireMessage {
    let bundle = identity.helloBundle(for: peer, at: now)
    let hello = HelloMessage(
      bundle: bundle, challenge: Base64Data(challenge), files: FileFrame.version)
    return identity.message(.hello, hello, at: now)
  }

  // MARK: The second hello

  private func proof(for peer: NodeID, _ theirs: [UInt8], _ now: Moment) -> WireMessage {
    let signed = HelloProof.signingBytes(
      side: role.side, challenge: theirs, ownChallenge: challenge, prover: identity.keys.nodeID, asker: peer)
    let hello = HelloMessage(
      bundle: identity.helloBundle(for: peer, at: now),
      challengeResponse: Base64Data(identity.signature(for: signed)), answering: peer.hex,
      files: FileFrame.version)
    return identity.message(.hello, hello, at: now)
  }

  private mutating func conclude(
    _ second: VerifiedHello, _ first: VerifiedHello, _ theirs: [UInt8]
  ) throws(HelloFailure) -> Directive {
    guard second.bundle.keys == first.bundle.keys else { throw .changedIdentity }
    guard let response = second.hello.challengeResponse?.bytes else { throw .missingProof }
    guard second.hello.answering == identity.keys.nodeID.hex else { throw .answeringAnother }
    let holds = HelloProof.isValid(
      response: response, side: role.side.opposite, challenge: challenge, proverChallenge: theirs,
      prover: first.bundle.keys, asker: identity.keys.nodeID)
    guard holds else { throw .badProof }
    return end(second, .proven)
  }
}
