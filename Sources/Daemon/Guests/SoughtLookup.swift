import Kademlia
import Transport
import Wire

/// A lookup that somebody asked for: under way, or waiting for its turn.
final class SoughtLookup {
  /// What is looked for.
  enum Quest {
    case value(ValueQuery)
    /// The nodes nearest to an identifier.
    case nodes(NodeID)

    var target: NodeID {
      switch self {
      case .value(let query): query.target
      case .nodes(let target): target
      }
    }
  }

  let quest: Quest
  let options: LookupOptions
  /// Whether a person waits for it.
  let priority: DialPriority
  let finish: (LookupOutcome) -> Void
  /// Nil while it waits.
  var id: LookupID?

  init(
    _ quest: Quest, _ options: LookupOptions, _ priority: DialPriority, finish: @escaping (LookupOutcome) -> Void
  ) {
    self.quest = quest
    self.options = options
    self.priority = priority
    self.finish = finish
  }
}
