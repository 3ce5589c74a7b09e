import Chat
import Crypto
import E2EE
import Wire
import World

/// One node of a test: the engine, its store, and the parts of the daemon that the chat relies on.
struct SimulatedNode {
  let identity: LocalIdentity
  var engine: ChatEngine
  let store = InMemoryChatStore()
  var chance: SeededRandom
  var isOnline = true
  /// What the engine told those who follow it, in order.
  var told: [ChatEvent] = []
  let settings: ChatSettings

  init(name: String, seed: UInt64, settings: ChatSettings, at now: Moment) {
    var chance = SeededRandom(seed: seed)
    identity = LocalIdentity.generate(username: name, using: &chance)
    engine = ChatEngine(identity: identity, settings: settings)
    self.settings = settings
    self.chance = chance
    try? store.savePreKeyRing(PreKeyRing.generate(at: now.timestamp, using: &chance))
    store.commit()
  }

  var id: NodeID { identity.nodeID }

  var keys: IdentityKeys {
    guard
      let keys = IdentityKeys(signingKey: identity.signingKey.publicKey, dhKey: identity.dhKey.publicKey)
    else { preconditionFailure("keys have 32 bytes") }
    return keys
  }

  /// What a killed process leaves: what was committed.
  mutating func restart() {
    store.rollback()
    engine = ChatEngine(identity: identity, settings: settings)
  }
}
