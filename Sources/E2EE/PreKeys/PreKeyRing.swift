package import Crypto
package import Wire
package import World

/// All prekeys of this node: the current signed one and the current ML-KEM one, their predecessors, and the one-time
/// prekeys with who was shown which. A value; the store keeps it as one piece, and a change must be kept before a bundle leaves.
package struct PreKeyRing: Sendable {
  /// Newest first; the first is the current one.
  package internal(set) var signedPreKeys: [SignedPreKey]
  package internal(set) var oneTimePreKeys: [OneTimePreKey] = []
  /// Newest first. Empty in a ring that a build without them kept, until `maintain` gives it one.
  package internal(set) var pqPreKeys: [PQPreKey]
  /// Ids are given in order and never again.
  var nextSignedID: UInt32
  var nextOneTimeID: UInt32
  var nextPQID: UInt32

  init(
    signedPreKeys: [SignedPreKey], oneTimePreKeys: [OneTimePreKey], pqPreKeys: [PQPreKey] = [],
    nextSignedID: UInt32, nextOneTimeID: UInt32, nextPQID: UInt32
  ) {
    self.signedPreKeys = signedPreKeys
    self.oneTimePreKeys = oneTimePreKeys
    self.pqPreKeys = pqPreKeys
    self.nextPQID = nextPQID
    self.nextSignedID = nextSignedID
    self.nextOneTimeID = nextOneTimeID
  }

  /// A new ring with a full pool. Ids begin at a random place, so that they do not tell how old the node is.
  package static func generate(
    at now: Timestamp, settings: E2EESettings = E2EESettings(), using chance: inout some RandomNumberGenerator
  ) -> PreKeyRing {
    let firstID = UInt32.random(in: 1...UInt32.max / 2, using: &chance)
    let signed = SignedPreKey(id: firstID, key: .generate(using: &chance), createdAt: now)
    var ring = PreKeyRing(
      signedPreKeys: [signed], oneTimePreKeys: [], nextSignedID: PreKeyRing.id(after: firstID),
      nextOneTimeID: UInt32.random(in: 1...UInt32.max / 2, using: &chance),
      nextPQID: UInt32.random(in: 1...UInt32.max / 2, using: &chance))
    ring.addPQPreKey(using: &chance)
    ring.refill(settings, using: &chance)
    return ring
  }

  // MARK: Care

  /// Rotates the signed and the ML-KEM prekey when they are due, deletes reservations that were not used in time, and refills the
  /// pool. True when anything changed and the ring must be kept. To be called at start and about hourly.
  package mutating func maintain(
    at now: Timestamp, settings: E2EESettings = E2EESettings(), using chance: inout some RandomNumberGenerator
  ) -> Bool {
    let rotated = rotate(at: now, settings, using: &chance)
    let expired = expireReservations(at: now, settings)
    let refilled = refill(settings, using: &chance)
    return rotated || expired || refilled
  }

  private mutating func rotate(
    at now: Timestamp, _ settings: E2EESettings, using chance: inout some RandomNumberGenerator
  ) -> Bool {
    // A creation in the future is of a clock that was wrong; the key's age is unknown, so it is replaced too.
    let age = now - currentSignedPreKey.createdAt
    guard age >= settings.signedPreKeyLifetime || age <= .zero - settings.signedPreKeyLifetime else {
      guard pqPreKeys.isEmpty else { return false }
      addPQPreKey(using: &chance)
      return true
    }
    let next = SignedPreKey(id: nextSignedID, key: .generate(using: &chance), createdAt: now)
    nextSignedID = PreKeyRing.id(after: nextSignedID)
    signedPreKeys.insert(next, at: 0)
    signedPreKeys = Array(signedPreKeys.prefix(1 + E2EESettings.previousSignedPreKeys))
    addPQPreKey(using: &chance)
    return true
  }

  private mutating func addPQPreKey(using chance: inout some RandomNumberGenerator) {
    pqPreKeys.insert(.generate(id: nextPQID, using: &chance), at: 0)
    nextPQID = PreKeyRing.id(after: nextPQID)
    pqPreKeys = Array(pqPreKeys.prefix(1 + E2EESettings.previousPQPreKeys))
  }

  private mutating func expireReservations(at now: Timestamp, _ settings: E2EESettings) -> Bool {
    let before = oneTimePreKeys.count
    let limit = now - settings.reservationLifetime
    oneTimePreKeys.removeAll { key in key.reservation.map { $0.since <= limit } ?? false }
    return oneTimePreKeys.count != before
  }

  @discardableResult
  mutating func refill(_ settings: E2EESettings, using chance: inout some RandomNumberGenerator) -> Bool {
    var free = oneTimePreKeys.count { $0.reservation == nil }
    guard free < settings.oneTimePreKeyLowWater else { return false }
    while free < settings.oneTimePreKeyPool {
      oneTimePreKeys.append(OneTimePreKey(id: nextOneTimeID, key: .generate(using: &chance), reservation: nil))
      nextOneTimeID = PreKeyRing.id(after: nextOneTimeID)
      free += 1
    }
    return true
  }

  /// Ids run through all of UInt32 but 0 before one could come back.
  private static func id(after id: UInt32) -> UInt32 { id == .max ? 1 : id + 1 }

  // MARK: Use

  /// The one that bundles show.
  package var currentSignedPreKey: SignedPreKey { signedPreKeys[0] }

  /// The one that bundles show; nil until `maintain` has made the first.
  package var currentPQPreKey: PQPreKey? { pqPreKeys.first }

  /// The private half of a signed prekey that a bundle of ours showed within the last rotations.
  package func signedPreKey(_ id: UInt32) -> X25519.PrivateKey? { signedPreKeys.first { $0.id == id }?.key }

  /// The private half of a one-time prekey that was shown to `peer`; nil when it was used, has expired, or was
  /// shown to somebody else.
  package func oneTimePreKey(_ id: UInt32, shownTo peer: NodeID) -> X25519.PrivateKey? {
    oneTimePreKeys.first { $0.id == id && $0.reservation?.peer == peer }?.key
  }

  /// Deletes a one-time prekey: the first message made with it has opened.
  package mutating func consume(_ id: UInt32) { oneTimePreKeys.removeAll { $0.id == id } }

  /// The one-time prekey to show to `peer`: the one it was shown before, or a free one; nil when what its kind may
  /// hold is used up.
  mutating func reserve(
    for peer: NodeID, isContact: Bool, at now: Timestamp, _ settings: E2EESettings
  ) -> OneTimePreKey? {
    if let place = oneTimePreKeys.firstIndex(where: { $0.reservation?.peer == peer }) {
      if let since = oneTimePreKeys[place].reservation?.since, now - since >= settings.reservationRefresh {
        oneTimePreKeys[place].reservation?.since = now
      }
      return oneTimePreKeys[place]
    }
    let reservations = oneTimePreKeys.compactMap(\.reservation)
    let ofStrangers = reservations.count { !$0.isContact }
    guard reservations.count < E2EESettings.maximumReservations,
      isContact || ofStrangers < settings.strangerReservations,
      let place = oneTimePreKeys.firstIndex(where: { $0.reservation == nil })
    else { return nil }
    oneTimePreKeys[place].reservation = .init(peer: peer, isContact: isContact, since: now)
    return oneTimePreKeys[place]
  }
}
