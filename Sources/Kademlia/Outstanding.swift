import World

/// A request that has been made and not answered.
struct Outstanding: Sendable {
  enum Purpose: Hashable, Sendable {
    case lookup(LookupID)
    /// Whether a contact of the table, or one that wants to be, is there.
    case liveness
    /// A copy of the own bundle for a holder, as part of a publication.
    case publication
    /// A copy for a neighbour that came later, or for a holder that served an older one.
    case copy
    /// A record of somebody else for the node that takes this one's place.
    case handover
    /// An operator's ping.
    case ping(LookupID)
  }

  let contact: Contact
  let request: DHTRequest
  let purpose: Purpose
  let sentAt: Instant
  /// When a dial takes longer than usual; for a request on a live link, when the answer is late.
  let slowAt: Instant
  /// When the answer is late.
  let lateAt: Instant
  /// When the request has failed.
  let deadline: Instant
  let hadLink: Bool
  /// The lookup for which it is made under a one-use identity; nil for a request in this node's own name.
  let guest: LookupID?
  var isSlow = false
  var isLate = false

  /// When time alone changes something about it.
  var nextChange: Instant { isLate ? deadline : isSlow ? lateAt : slowAt }
}
