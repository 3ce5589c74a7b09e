import Wire
import World

/// How this node finds its way into the network.
struct Joining: Sendable {
  var saved: [Contact] = []
  var seeds: [PeerAddress]
  /// Seeds being dialled, and since when.
  var dialling: [PeerAddress: Instant] = [:]
  /// Which seed comes next.
  var nextSeed = 0
  /// How many attempts in a row have not led anywhere.
  var attempts = 0
  /// When to try again; nil while the table holds somebody.
  var nextAttempt: Instant?
  /// When seeds are to be dialled beside the saved contacts.
  var seedsDue: Instant?
  /// Whether the own neighbourhood has been looked up since the table was last empty.
  var isDone = false

  var hasSomebodyToTry: Bool { !seeds.isEmpty || !saved.isEmpty }
}
