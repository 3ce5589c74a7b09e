package import Wire
package import World

/// A bundle as the DHT keeps it: signed as a whole by the identity that it is stored under, with a lease. Only
/// `init(checking:…)` makes one, from a store request, from an answer, and from the disk alike.
package struct BundleRecord: Hashable, Sendable {
  package let verified: VerifiedBundle
  /// When this node came to hold it.
  package let receivedAt: Timestamp
  /// When it is to be forgotten.
  package let expiresAt: Timestamp

  package var nodeID: NodeID { verified.nodeID }
  package var bundle: PreKeyBundle { verified.bundle }

  /// Checks a bundle.
  /// - Parameters:
  ///   - key: the identifier it is said to be of; nil when nobody said.
  ///   - expiresAt: the end that the publisher asks for. The lease ends no later than `recordLease` after the
  ///     bundle was made and after it was received.
  ///   - receivedAt: for a record from the own store, when it came; such a one may be older than one that arrives.
  package init(
    checking bundle: PreKeyBundle, key: NodeID? = nil, expiresAt: Timestamp? = nil, receivedAt: Timestamp? = nil,
    at now: Timestamp, settings: KademliaSettings = KademliaSettings()
  ) throws(RecordRefusal) {
    guard let nodeID = bundle.identityKeys?.nodeID else { throw .bundle(.wrongLength) }
    guard key == nil || key == nodeID else { throw .otherIdentity }
    let received = receivedAt ?? now
    let end = BundleRecord.leaseEnd(of: bundle, asked: expiresAt, receivedAt: received, settings: settings)
    guard end > now else { throw .expired }
    do {
      verified = try bundle.verified(at: now, purpose: receivedAt == nil ? .dht : .stored)
    } catch {
      throw .bundle(error)
    }
    guard verified.isFullySigned else { throw .bundle(.notFullySigned) }
    self.receivedAt = received
    self.expiresAt = end
  }

  private init(_ verified: VerifiedBundle, receivedAt: Timestamp, expiresAt: Timestamp) {
    self.verified = verified
    self.receivedAt = receivedAt
    self.expiresAt = expiresAt
  }

  /// The same record with a lease renewed by a further copy of the same bytes; it never gets shorter.
  package func renewed(until asked: Timestamp, at now: Timestamp, settings: KademliaSettings) -> BundleRecord {
    let end = BundleRecord.leaseEnd(of: bundle, asked: asked, receivedAt: now, settings: settings)
    return BundleRecord(verified, receivedAt: now, expiresAt: max(end, expiresAt))
  }

  /// Whether this record takes the place of `other`, of the same identity: the later signature does. Of two that were
  /// signed at the same time the one with the greater signature bytes does, so that all nodes decide alike.
  package func isNewer(than other: BundleRecord) -> Bool { BundleRecord.isNewer(bundle, than: other.bundle) }

  /// The same order for bundles, before their signatures are checked: it is only ever used to refuse one.
  static func isNewer(_ bundle: PreKeyBundle, than other: PreKeyBundle) -> Bool {
    let (a, b) = (bundle.timestamp.secondsSinceReference, other.timestamp.secondsSinceReference)
    if a != b { return a > b }
    let (x, y) = (bundle.bundleSignature?.bytes ?? [], other.bundleSignature?.bytes ?? [])
    return y.lexicographicallyPrecedes(x)
  }

  private static func leaseEnd(
    of bundle: PreKeyBundle, asked: Timestamp?, receivedAt: Timestamp, settings: KademliaSettings
  ) -> Timestamp {
    let latest = min(bundle.timestamp.timestamp, receivedAt) + settings.recordLease
    return asked.map { min($0, latest) } ?? latest
  }
}

extension BundleRecord {
  /// The request that hands this record to another node, with the lease that is left.
  var storeRequest: DHTRequest { .store(bundle, expiresAt: WireDate(expiresAt)) }
}
