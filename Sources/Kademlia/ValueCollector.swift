import Wire
import World

/// What the answers to a value lookup add up to: per identity the newest valid record, who served it, and who served
/// an older one. Every copy is checked here; an answer is never believed.
struct ValueCollector: Sendable {
  let query: ValueQuery
  private let shared: SharedSettings
  private(set) var found: [NodeID: Finding] = [:]

  init(query: ValueQuery, settings: SharedSettings) {
    self.query = query
    shared = settings
  }

  private var settings: KademliaSettings { shared.values }

  /// What was found, ascending by identity.
  var findings: [Finding] { found.values.sorted { $0.record.nodeID < $1.record.nodeID } }

  /// Whether the record of one identity is wanted, not those under a prefix.
  var isOfOne: Bool { if case .node = query { true } else { false } }

  /// Whether enough distinct nodes other than `local` serve the same newest record of the one identity wanted, and
  /// none an older one.
  func isAgreed(excluding local: NodeID) -> Bool {
    guard case .node(let nodeID) = query, let match = found[nodeID] else { return false }
    return match.staleHolders.isEmpty && match.holders.count { $0 != local } >= settings.agreement
  }

  /// Takes a record that this node holds itself.
  mutating func add(_ record: BundleRecord, heldBy holder: NodeID) {
    guard query.matches(record.nodeID) else { return }
    _ = merge(record, from: holder)
  }

  /// Takes the bundles of an answer. Returns the records that are new or newer than what was known, and the reasons
  /// for which others were not taken.
  mutating func add(
    _ bundles: [PreKeyBundle], from holder: NodeID, proven: ProvenSignatures, at now: Moment
  ) -> (new: [BundleRecord], refusals: [RecordRefusal]) {
    var (new, refusals): ([BundleRecord], [RecordRefusal]) = ([], [])
    for bundle in bundles.prefix(settings.matchesPerAnswer) {
      do {
        if let record = try check(bundle, proven, at: now), merge(record, from: holder) { new.append(record) }
      } catch {
        refusals.append(error)
      }
    }
    return (new, refusals)
  }

  /// The record of a bundle; nil when there is no room for one more identity. A copy equal to a checked one is not
  /// checked again.
  private func check(
    _ bundle: PreKeyBundle, _ proven: ProvenSignatures, at now: Moment
  ) throws(RecordRefusal) -> BundleRecord? {
    if let known = found.values.first(where: { $0.record.bundle == bundle }) { return known.record }
    guard let nodeID = bundle.identityKeys?.nodeID else { throw .bundle(.wrongLength) }
    guard query.matches(nodeID) else { throw .otherIdentity }
    guard found[nodeID] != nil || found.count < settings.matchesPerLookup else { return nil }
    return try BundleRecord(checking: bundle, at: now.timestamp, settings: settings, proven: proven)
  }

  /// Whether the record is new or newer than the known one.
  private mutating func merge(_ record: BundleRecord, from holder: NodeID) -> Bool {
    guard var match = found[record.nodeID] else {
      found[record.nodeID] = Finding(record: record, holders: [holder], staleHolders: [])
      return true
    }
    guard !match.holders.contains(holder), !match.staleHolders.contains(holder) else { return false }
    if match.record.bundle == record.bundle {
      match.holders.append(holder)
    } else if record.isNewer(than: match.record) {
      found[record.nodeID] = Finding(
        record: record, holders: [holder], staleHolders: match.staleHolders + match.holders)
      return true
    } else {
      match.staleHolders.append(holder)
    }
    found[record.nodeID] = match
    return false
  }
}
