package import E2EE
package import Wire
package import World

/// The chat of one node, as a value: contacts, requests, the outbox, sessions and receipts. Each verb takes the
/// time, the store and chance, and returns directives; when it throws, the engine is as it was before.
///
/// All that must survive is in the store. The value itself holds what a restart may forget: which links are live,
/// and timers. Each use case is a file of `UseCases/`, each thing that the network reports a file of `Network/`.
package struct ChatEngine: Sendable {
  let identity: LocalIdentity
  package let settings: ChatSettings
  /// Where this node listens: told to those it begins a session with.
  package var address: PeerAddress?
  package let preferences: ChatPreferences
  /// Links that were proven to be the peer's, for whom there is a record.
  var links: [NodeID: Link] = [:]
  /// Connections asked for, and waits between them.
  var dials: [NodeID: Dial] = [:]
  /// The use of mailboxes, for peers that could not be reached.
  var mailboxes: [NodeID: MailboxSearch] = [:]
  /// Receipts that lie in a mailbox, and since when.
  var heldReceipts: [MessageKey: Instant] = [:]
  /// Messages that went as dead drops, and until when they are not dropped again.
  var dropped: [MessageKey: Instant] = [:]
  /// Peers that were asked to begin a session because this node has none with them, and when.
  var asked: [NodeID: Instant] = [:]
  /// Contacts by their signing keys.
  var signers: [[UInt8]: NodeID] = [:]
  /// Contacts that nothing is sent to until the user has decided about a new key.
  var held: Set<NodeID> = []
  /// When it is looked again what is to be erased.
  var nextExpiry: Instant?
  /// Whether this machine's clock may be believed where that would erase something.
  package var clock = ClockStanding.unknown
  /// When it is looked next what has been kept for long enough; nil when everything is kept.
  var nextRetention: Instant?
  /// What was refused and why, and what was done.
  package internal(set) var counters = Counters()

  package init(
    identity: LocalIdentity, address: PeerAddress? = nil, preferences: ChatPreferences = ChatPreferences(),
    settings: ChatSettings = ChatSettings()
  ) {
    self.identity = identity
    self.address = address
    self.preferences = preferences
    self.settings = settings
  }

  /// Whether a proven link of the peer is live, as far as the daemon has reported.
  package func isLinked(_ peer: NodeID) -> Bool { links[peer] != nil }

  /// Runs one verb on a copy, so that a refusal leaves nothing half done in memory.
  mutating func turn<Store: ChatStore, Chance: RandomNumberGenerator, Result>(
    at now: Moment, in store: Store, using chance: inout Chance,
    _ body: (inout ChatEngine, inout Turn<Store, Chance>) throws(ChatError) -> Result
  ) throws(ChatError) -> (result: Result, directives: [ChatDirective]) {
    var next = self
    var turn = Turn(now: now, store: store, settings: settings, chance: chance)
    defer { chance = turn.chance }
    let result = try body(&next, &turn)
    self = next
    return (result, turn.directives)
  }
}
