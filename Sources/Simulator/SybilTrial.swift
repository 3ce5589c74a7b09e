package import Kademlia
import Wire
import World

/// Sybils lie in wait around the key of a record before it is published; then somebody looks it up.
package struct SybilTrial {
  package let sybils: Int
  /// Bits that each Sybil shares with the key.
  package let bits: Int
  package let behaviour: SimulatedNode.Behaviour
  /// How long the Sybils have to become known.
  package let preparation: Duration

  package init(
    sybils: Int, bits: Int = 16, behaviour: SimulatedNode.Behaviour, preparation: Duration = .seconds(600)
  ) {
    (self.sybils, self.bits, self.behaviour, self.preparation) = (sybils, bits, behaviour, preparation)
  }

  /// Attacks somebody who has not published yet. The Sybils leave afterwards.
  /// - Parameter byPrefix: whether the record is looked up as at the first contact: by its prefix, over three paths.
  package func run(
    in network: inout SimulatedNetwork, byPrefix: Bool
  ) -> (isFound: Bool, outcome: LookupOutcome?) {
    var victim = network.anyNode()
    while network.nodes[victim].publishes { victim = network.anyNode() }
    var asker = network.anyNode()
    while asker == victim { asker = network.anyNode() }
    let nodeID = network.nodes[victim].identity.nodeID
    let attackers = network.attack(nodeID, sybils: sybils, bits: bits, behaviour)
    network.run(for: preparation)
    let signedAt = network.now.timestamp
    network.publish(from: victim)
    network.run(atMost: .seconds(600)) { $0.reports[victim]?.isFinal == true }
    let key: SimulatedNetwork.LookupKey
    if byPrefix, let prefix = PeerPrefix(nodeID.hex.prefix(16)) {
      key = network.find(.prefix(prefix), options: LookupOptions(paths: 3), from: asker)
    } else {
      key = network.find(.node(nodeID), from: asker)
    }
    network.run(atMost: .seconds(600)) { $0.outcomes[key] != nil }
    for attacker in attackers { network.stop(attacker) }
    let outcome = network.outcomes[key]
    // One that the victim has replaced is not what was looked for.
    let isFound = outcome?.matches.contains {
      $0.record.nodeID == nodeID && $0.record.bundle.timestamp.timestamp > signedAt - .seconds(1)
    }
    return (isFound ?? false, outcome)
  }
}
