package import Wire

/// Why a bundle is not taken as a record.
package enum RecordRefusal: Error, Hashable, Sendable {
  /// The bundle itself is not believed.
  case bundle(BundleRefusal)
  /// The key is not the identifier of the bundle's keys.
  case otherIdentity
  /// Its lease has ended.
  case expired
  /// A newer bundle of the same identity is held.
  case older
  /// Enough is held, all of it nearer.
  case full
  /// The holder's disk is so full that it takes in nothing more for others.
  case noRoom
  /// The identity changes its record too often.
  case tooOften
  /// The link has brought too many records of others.
  case tooMany

  /// Whether this is the name of a refusal, and not some word of another node.
  package static func isName(_ name: String) -> Bool {
    let others: [RecordRefusal] = [.otherIdentity, .expired, .older, .full, .noRoom, .tooOften, .tooMany]
    return BundleRefusal(rawValue: name) != nil || others.contains { $0.name == name }
  }

  /// What a holder answers, and what counters are named after.
  package var name: String {
    switch self {
    case .bundle(let refusal): refusal.rawValue
    case .otherIdentity: "other_identity"
    case .expired: "expired"
    case .older: "older"
    case .full: "full"
    case .noRoom: "no_room"
    case .tooOften: "too_often"
    case .tooMany: "too_many"
    }
  }
}
