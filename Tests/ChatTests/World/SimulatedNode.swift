import Chat
import Crypto
import E2EE
import FileTransfer
import Wire
import World

/// One node of a test: the engine, its store, and the parts of the daemon that the chat relies on.
struct SimulatedNode {
  private(set) var identity: LocalIdentity
  var engine: ChatEngine
  let store = InMemoryChatStore()
  var chance: SeededRandom
  var isOnline = true
  /// What the engine told those who follow it, in order.
  var told: [ChatEvent] = []
  /// Who was said to write or to have stopped, in order.
  var typing: [(NodeID, Bool)] = []
  /// Files that the engine wants fetched.
  var fetching: Set<FileID> = []
  /// What a start finds other nodes to say of the clock.
  var clock = ClockStanding.agreed
  /// How often it had files without a message swept.
  var sweeps = 0
  /// What hellos of others say of file frames.
  var peersTakeFiles = true
  let settings: ChatSettings
  let preferences: ChatPreferences

  init(name: String, seed: UInt64, settings: ChatSettings, _ preferences: ChatPreferences, at now: Moment) {
    var chance = SeededRandom(seed: seed)
    identity = LocalIdentity.generate(username: name, using: &chance)
    engine = ChatEngine(identity: identity, preferences: preferences, settings: settings)
    self.settings = settings
    self.preferences = preferences
    self.chance = chance
    engine.clock = .agreed
    try? store.savePreKeyRing(PreKeyRing.generate(at: now.timestamp, using: &chance))
    store.commit()
  }

  var id: NodeID { identity.nodeID }

  /// Becomes another identity of the same signing key, and so of the same onion address.
  mutating func takeSigningKey(of other: SimulatedNode) {
    identity = LocalIdentity(
      signingKey: other.identity.signingKey, dhKey: identity.dhKey, username: identity.username)
    engine = ChatEngine(identity: identity, preferences: preferences, settings: settings)
  }

  var keys: IdentityKeys {
    guard
      let keys = IdentityKeys(signingKey: identity.signingKey.publicKey, dhKey: identity.dhKey.publicKey)
    else { preconditionFailure("keys have 32 bytes") }
    return keys
  }

  /// What a killed process leaves: what was committed.
  mutating func restart() {
    store.rollback()
    fetching = []
    engine = ChatEngine(identity: identity, preferences: preferences, settings: settings)
    engine.clock = clock
  }
}
