package import Wire
package import World

/// A bundle as the DHT keeps it, or the withdrawal of one: signed as a whole by the identity that it is stored under,
/// with a lease. Only `init(checking:…)` makes one, from a store request, from an answer, and from the disk alike.
package struct BundleRecord: Hashable, Sendable {
  package indirect enum Content: Hashable, Sendable {
    case bundle(VerifiedBundle)
    /// The owner has taken the record back.
    case withdrawal(VerifiedWithdrawal)
  }

  package let content: Content
  /// When this node came to hold it.
  package let receivedAt: Timestamp
  /// When it is to be forgotten.
  package let expiresAt: Timestamp

  package var nodeID: NodeID {
    switch content {
    case .bundle(let verified): verified.nodeID
    case .withdrawal(let verified): verified.nodeID
    }
  }

  /// What goes over the wire.
  package var bundle: PreKeyBundle {
    switch content {
    case .bundle(let verified): verified.bundle
    case .withdrawal(let verified): verified.bundle
    }
  }

  /// The bundle that people may use; nil for a withdrawal.
  package var verified: VerifiedBundle? {
    switch content {
    case .bundle(let verified): verified
    case .withdrawal: nil
    }
  }

  package var isWithdrawal: Bool { verified == nil }

  /// About how many bytes it takes to keep: for the caps of a store.
  package var size: Int {
    let fields = [
      bundle.avatarData, bundle.mlsKeyPackage, bundle.pqPreKeyPublic, bundle.mldsaPublicKey,
      bundle.mldsaSPKSignature,
    ]
    return fields.reduce(BundleRecord.fixedSize) { $0 + ($1?.bytes.count ?? 0) }
  }

  /// The keys, signatures, name and address of a record, and what keeping it costs.
  private static let fixedSize = 768

  /// Checks a bundle.
  /// - Parameters:
  ///   - key: the identifier it is said to be of; nil when nobody said.
  ///   - expiresAt: the end that the publisher asks for. The lease ends no later than `recordLease` after the
  ///     bundle was made and after it was received; a withdrawal is always kept for the whole `withdrawalLease`.
  ///   - receivedAt: for a record from the own store, when it came; such a one may be older than one that arrives.
  ///   - proven: signatures that need not be checked again, and where those that hold are noted.
  package init(
    checking bundle: PreKeyBundle, key: NodeID? = nil, expiresAt: Timestamp? = nil, receivedAt: Timestamp? = nil,
    at now: Timestamp, settings: KademliaSettings = KademliaSettings(), proven: ProvenSignatures? = nil
  ) throws(RecordRefusal) {
    guard let nodeID = bundle.identityKeys?.nodeID else { throw .bundle(.wrongLength) }
    guard key == nil || key == nodeID else { throw .otherIdentity }
    let received = receivedAt ?? now
    let end = BundleRecord.leaseEnd(of: bundle, asked: expiresAt, receivedAt: received, settings: settings)
    guard end > now else { throw .expired }
    do {
      content = try BundleRecord.checkedContent(of: bundle, isHeld: receivedAt != nil, proven, at: now)
    } catch {
      throw .bundle(error)
    }
    self.receivedAt = received
    self.expiresAt = end
  }

  private static func checkedContent(
    of bundle: PreKeyBundle, isHeld: Bool, _ proven: ProvenSignatures?, at now: Timestamp
  ) throws(BundleRefusal) -> Content {
    if bundle.isWithdrawal {
      return .withdrawal(try bundle.verifiedWithdrawal(at: now, isHeld: isHeld, proven: proven))
    }
    let verified = try bundle.verified(at: now, purpose: isHeld ? .stored : .dht, proven: proven)
    guard verified.isFullySigned else { throw .notFullySigned }
    return .bundle(verified)
  }

  private init(_ content: Content, receivedAt: Timestamp, expiresAt: Timestamp) {
    self.content = content
    self.receivedAt = receivedAt
    self.expiresAt = expiresAt
  }

  /// The same record with a lease renewed by a further copy of the same bytes; it never gets shorter.
  package func renewed(until asked: Timestamp, at now: Timestamp, settings: KademliaSettings) -> BundleRecord {
    let end = BundleRecord.leaseEnd(of: bundle, asked: asked, receivedAt: now, settings: settings)
    return BundleRecord(content, receivedAt: now, expiresAt: max(end, expiresAt))
  }

  /// Whether this record takes the place of `other`, of the same identity: the later signature does. Of two that were
  /// signed at the same time a withdrawal does, and then the one with the greater signature bytes, so that all nodes
  /// decide alike.
  package func isNewer(than other: BundleRecord) -> Bool { BundleRecord.isNewer(bundle, than: other.bundle) }

  /// The same order for bundles, before their signatures are checked: it is only ever used to refuse one.
  static func isNewer(_ bundle: PreKeyBundle, than other: PreKeyBundle) -> Bool {
    let (a, b) = (bundle.timestamp.secondsSinceReference, other.timestamp.secondsSinceReference)
    if a != b { return a > b }
    if bundle.isWithdrawal != other.isWithdrawal { return bundle.isWithdrawal }
    let (x, y) = (bundle.bundleSignature?.bytes ?? [], other.bundleSignature?.bytes ?? [])
    return y.lexicographicallyPrecedes(x)
  }

  private static func leaseEnd(
    of bundle: PreKeyBundle, asked: Timestamp?, receivedAt: Timestamp, settings: KademliaSettings
  ) -> Timestamp {
    if bundle.isWithdrawal { return bundle.timestamp.timestamp + settings.withdrawalLease }
    let latest = min(bundle.timestamp.timestamp, receivedAt) + settings.recordLease
    return asked.map { min($0, latest) } ?? latest
  }
}

extension BundleRecord {
  /// Whether a bundle differs from this one in nothing but its time and the signature.
  func saysTheSame(as other: PreKeyBundle) -> Bool {
    var other = other
    other.timestamp = bundle.timestamp
    other.bundleSignature = bundle.bundleSignature
    return other == bundle
  }

  /// The request that hands this record to another node, with the lease that is left.
  var storeRequest: DHTRequest { .store(bundle, expiresAt: WireDate(expiresAt)) }
}
