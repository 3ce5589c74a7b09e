import TestWorld
import Testing
import Wire
import World

/// The checks of a message, one by one and in their order.
@Suite struct MessageVerificationTests {
  private let alice = TestIdentity(seed: 1)
  private let mallory = TestIdentity(seed: 2)
  private let now = ManualClock().now
  private var date: WireDate { WireDate(now.timestamp) }

  private func reason(_ message: WireMessage, window: inout ReplayWindow) -> RefusalReason? {
    do throws(RefusalReason) {
      _ = try UnverifiedMessage(message).verified(by: alice.keys, at: now, window: &window)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [16, 32, 64])
  func acceptsASignedMessageOnce(digits: Int) throws {
    var window = ReplayWindow()
    let id = String(alice.keys.nodeID.hex.prefix(digits))
    let message = alice.signed(.ack, payload: [1, 2], at: date, senderID: id)
    let verified = try UnverifiedMessage(message).verified(by: alice.keys, at: now, window: &window)
    #expect(verified.sender == alice.keys.nodeID && verified.senderID == id && verified.payload == [1, 2])
    #expect(reason(message, window: &window) == .replayed)
  }

  @Test func refusesAnotherName() {
    var window = ReplayWindow()
    let hex = alice.keys.nodeID.hex
    for id in [
      "", "x", String(hex.prefix(15)), String(hex.prefix(17)), String(hex.prefix(33)), hex + "0", hex.uppercased(),
      mallory.keys.nodeID.peerID, String(hex.dropFirst().prefix(16)),
    ] {
      let message = alice.signed(.ack, payload: [], at: date, senderID: id)
      #expect(reason(message, window: &window) == .wrongSender, "\(id)")
    }
  }

  @Test func refusesAChangeOfAnySignedField() {
    var window = ReplayWindow()
    let good = alice.signed(.ack, payload: [1, 2], at: date)
    let changes: [(inout WireMessage) -> Void] = [
      { $0.type = .typing }, { $0.payload[0] ^= 1 }, { $0.payload.append(0) },
      { $0.senderID = String(alice.keys.nodeID.hex.prefix(16)) },
      { $0.timestamp = WireDate(secondsSinceReference: $0.timestamp.secondsSinceReference + 1) },
      { $0.signature[0] ^= 1 }, { $0.signature.removeLast() }, { $0.signature = [] },
    ]
    for change in changes {
      var message = good
      change(&message)
      #expect(reason(message, window: &window) == .badSignature)
    }
    #expect(window.count == 0, "only what is genuine is remembered")
    #expect(reason(good, window: &window) == nil)
  }

  /// A signer who shifts the bounds between the unseparated fields makes another message, not a second one.
  @Test func aReplayIsRecognisedByTheSignedBytesWhateverTheSignature() {
    var window = ReplayWindow()
    let good = alice.signed(.ack, payload: [1], at: date)
    var later = good
    later.timestamp = WireDate(secondsSinceReference: date.secondsSinceReference + 0.25)
    #expect(reason(good, window: &window) == nil)
    #expect(reason(later, window: &window) == .replayed, "the fraction is not signed")
  }

  @Test func theCheapChecksComeFirst() {
    var window = ReplayWindow()
    let old = WireDate(secondsSinceReference: date.secondsSinceReference - 301)
    let new = WireDate(secondsSinceReference: date.secondsSinceReference + 31)
    var message = mallory.signed(.ack, payload: [], at: old)
    #expect(reason(message, window: &window) == .tooOld)
    message = mallory.signed(.ack, payload: [], at: new)
    #expect(reason(message, window: &window) == .tooNew)
    message = mallory.signed(.ack, payload: [], at: date)
    #expect(reason(message, window: &window) == .wrongSender)
  }

  @Test func timesThatNoClockShowsAreRefused() {
    var window = ReplayWindow()
    for seconds in [-Double.greatestFiniteMagnitude, -1e300, 1e300, .infinity, -.infinity, .nan] {
      let message = alice.signed(.ack, payload: [], at: WireDate(secondsSinceReference: seconds))
      let refusal = reason(message, window: &window)
      #expect(refusal == .tooOld || refusal == .tooNew, "\(seconds)")
    }
  }

  @Test func aHelloBringsItsKeys() throws {
    var window = ReplayWindow()
    let hello = HelloMessage(bundle: alice.bundle(at: date), challenge: Base64Data([1, 2, 3]))
    let message = UnverifiedMessage(alice.signed(.hello, payload: Payload.encode(hello), at: date))
    let verified = try message.verifiedHello(at: now, window: &window)
    #expect(verified.hello == hello && verified.bundle.keys == alice.keys && verified.bundle.isFullySigned)
    #expect(verified.message.sender == alice.keys.nodeID)
    #expect(throws: RefusalReason.replayed) { try message.verifiedHello(at: now, window: &window) }
  }

  @Test func aHelloWithAnothersBundleIsRefused() throws {
    var window = ReplayWindow()
    let payload = Payload.encode(HelloMessage(bundle: alice.bundle(at: date)))
    let named = UnverifiedMessage(mallory.signed(.hello, payload: payload, at: date))
    #expect(throws: RefusalReason.wrongSender) { try named.verifiedHello(at: now, window: &window) }
    let claimed = UnverifiedMessage(
      mallory.signed(.hello, payload: payload, at: date, senderID: alice.keys.nodeID.peerID))
    #expect(throws: RefusalReason.badSignature) { try claimed.verifiedHello(at: now, window: &window) }
    var stale = alice.bundle(at: WireDate(secondsSinceReference: date.secondsSinceReference - 86_400))
    let old = UnverifiedMessage(
      alice.signed(.hello, payload: Payload.encode(HelloMessage(bundle: stale)), at: date))
    #expect(throws: RefusalReason.bundle(.stale)) { try old.verifiedHello(at: now, window: &window) }
    stale.signingKeyPublic = Base64Data([])
    let short = UnverifiedMessage(
      alice.signed(.hello, payload: Payload.encode(HelloMessage(bundle: stale)), at: date))
    #expect(throws: RefusalReason.bundle(.wrongLength)) { try short.verifiedHello(at: now, window: &window) }
    let other = UnverifiedMessage(alice.signed(.ack, payload: payload, at: date))
    #expect(throws: RefusalReason.malformed) { try other.verifiedHello(at: now, window: &window) }
    #expect(window.count == 0)
  }

  @Test func anInitiationBringsItsKeysToo() throws {
    var window = ReplayWindow()
    func initiation(_ bundle: PreKeyBundle, by signer: TestIdentity) -> UnverifiedMessage {
      let initiation = InitiateSessionMessage(
        senderBundle: bundle, ephemeralPublicKey: Base64Data([1]), usedSignedPreKeyId: 1,
        initialMessage: RatchetMessage(encryptedHeader: Base64Data([]), ciphertext: Base64Data([])))
      return UnverifiedMessage(
        signer.signed(
          .initiateSession, payload: Payload.encode(initiation), at: date, senderID: alice.keys.nodeID.peerID))
    }
    let forged = initiation(alice.bundle(at: date), by: mallory)
    #expect(throws: RefusalReason.badSignature) { try forged.verifiedInitiation(at: now, window: &window) }
    let dayAgo = WireDate(secondsSinceReference: date.secondsSinceReference - 86_400)
    let stale = initiation(alice.bundle(at: dayAgo), by: alice)
    #expect(throws: RefusalReason.bundle(.stale)) { try stale.verifiedInitiation(at: now, window: &window) }
    let good = initiation(alice.bundle(at: date), by: alice)
    let verified = try good.verifiedInitiation(at: now, window: &window)
    #expect(verified.bundle.keys == alice.keys && verified.message.sender == alice.keys.nodeID)
    #expect(verified.initiation.ephemeralPublicKey.bytes == [1])
    #expect(throws: RefusalReason.replayed) { try good.verifiedInitiation(at: now, window: &window) }
  }

  @Test func reasonsHaveDistinctNames() {
    let reasons: [RefusalReason] =
      [.malformed, .unknownType, .tooLarge, .tooOld, .tooNew, .wrongSender, .replayed, .badSignature]
      + BundleRefusal.allCases.map(RefusalReason.bundle)
    #expect(Set(reasons.map(\.name)).count == reasons.count)
    #expect(RefusalReason(WireError.frameTooLarge(1)) == .tooLarge)
    #expect(RefusalReason(WireError.payloadTooLarge(.ack)) == .tooLarge)
    #expect(RefusalReason(WireError.malformed("")) == .malformed)
    #expect(RefusalReason(WireError.unknownType) == .unknownType)
  }
}
