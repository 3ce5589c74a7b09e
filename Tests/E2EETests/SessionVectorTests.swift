import Bytes
import Crypto
import TestWorld
import Testing
import Wire
import World

@testable import E2EE

/// Whole exchanges of the application, as wire messages.
@Suite(.enabled(if: Vectors.has("app/sessions.json"))) struct SessionVectorTests {
  private let names = ["alice", "bob"]

  private func moment(of wire: UnverifiedMessage) -> Moment {
    Moment(instant: Instant(nanoseconds: 0), timestamp: wire.message.timestamp.timestamp)
  }

  private func message(in wire: UnverifiedMessage) throws -> RatchetMessage? {
    switch wire.message.type {
    case .initiateSession:
      try Payload.decode(InitiateSessionMessage.self, from: wire.message.payload).initialMessage
    case .message: try Payload.decode(ChatMessagePayload.self, from: wire.message.payload).ratchetMessage
    default: nil
    }
  }

  @Test(arguments: 0..<5) func bothSidesPlayTheExchange(_ index: Int) throws {
    let item = try Vectors.json("app/sessions.json").array("sessions")[index]
    let secret = try item.secret("sharedSecret")
    let bobKey = try item["bob"]["signedPreKey"].privateKey("private")
    var first = ScriptedRandom(try item.hex("aliceInitialRatchetPrivate"))
    var parties = [
      try DoubleRatchet.initiator(sharedSecret: secret, signedPreKey: bobKey.publicKey, using: &first),
      DoubleRatchet.responder(sharedSecret: secret, signedPreKey: bobKey),
    ]
    let data = try item.hex("associatedData")
    var opened = 0
    for line in try item.array("log") {
      let wire = try UnverifiedMessage.decode(line.text("wireJSON"))
      guard let message = try message(in: wire) else { continue }
      let sender = try #require(names.firstIndex(of: line.string("from")))
      var none = SeededRandom(seed: 0)
      _ = try parties[sender].encrypt([], associatedData: data, using: &none)
      let key = line["receiverNewRatchetPrivate"]
      var chance = ScriptedRandom(key.isNull ? [] : try line.hex("receiverNewRatchetPrivate"))
      let plaintext = try parties[1 - sender].decrypt(
        message, associatedData: data, at: moment(of: wire).timestamp, using: &chance)
      #expect(plaintext == (try line.text("contentJSON")))
      opened += 1
    }
    #expect(opened > 5)
    for (name, party) in zip(names, parties) {
      let expected = try DoubleRatchet(appState: item["finalStates"].text(name), at: Timestamp(milliseconds: 0))
      #expect(party.receivesLike(expected))
      #expect(party.sendsLike(expected))
    }
  }

  /// The one exchange whose peer IDs have the form of this node: as the responder sees it, checks and all.
  @Test func theResponderAcceptsTheExchange() throws {
    let item = try #require(
      try Vectors.json("app/sessions.json").array("sessions").first { try $0.string("peerIDForm") == "hex32" })
    let alice = try #require(NodeID(hex: item["alice"].string("nodeID")))
    let bob = LocalIdentity(
      signingKey: try Ed25519.PrivateKey(seed: item["bob"].secret("signingPrivate")),
      dhKey: try item["bob"].privateKey("dhPrivate"), username: "bob")
    var preKeys = try ring(of: item["bob"], shownTo: alice)
    let oneTimeCount = preKeys.oneTimePreKeys.count
    var sessions = PeerSessions(own: bob.nodeID, peer: alice)
    var window = ReplayWindow()
    let keys = try #require(
      IdentityKeys(signingKey: item["alice"].hex("signingPublic"), dhKey: item["alice"].hex("dhPublic")))

    for line in try item.array("log") where try line.string("from") == "alice" {
      let wire = try UnverifiedMessage.decode(line.text("wireJSON"))
      let now = moment(of: wire)
      let key = line["receiverNewRatchetPrivate"]
      var chance = ScriptedRandom(key.isNull ? [] : try line.hex("receiverNewRatchetPrivate"))
      switch wire.message.type {
      case .initiateSession:
        let initiation = try wire.verifiedInitiation(at: now, window: &window)
        let accepted = try sessions.accept(
          initiation, identity: bob, preKeys: &preKeys, at: now.timestamp, using: &chance)
        #expect(accepted.plaintext == (try line.text("contentJSON")))
        #expect(accepted.isNewSession)
        #expect(preKeys.oneTimePreKeys.count == oneTimeCount - 1)
      case .message:
        let verified = try wire.verified(by: keys, at: now, window: &window)
        let payload = try Payload.decode(ChatMessagePayload.self, from: verified.payload)
        let plaintext = try sessions.decrypt(
          payload.ratchetMessage, sentAt: verified.timestamp.timestamp, at: now.timestamp, using: &chance)
        #expect(plaintext == (try line.text("contentJSON")))
      default: continue
      }
    }
    // The peer's headers authenticate nothing; ours will follow it.
    #expect(sessions.current?.ratchet.headerForm == .bare)
  }

  private func ring(of party: JSONValue, shownTo peer: NodeID) throws -> PreKeyRing {
    let signed = SignedPreKey(
      id: UInt32(try party["signedPreKey"].int("id")), key: try party["signedPreKey"].privateKey("private"),
      createdAt: Timestamp(milliseconds: 0))
    let oneTime = try party.array("oneTimePreKeys").map { key in
      OneTimePreKey(
        id: UInt32(try key.int("id")), key: try key.privateKey("private"),
        reservation: .init(peer: peer, isContact: false, since: Timestamp(milliseconds: 0)))
    }
    return PreKeyRing(
      signedPreKeys: [signed], oneTimePreKeys: oneTime, nextSignedID: 1, nextOneTimeID: 1, nextPQID: 1)
  }
}
