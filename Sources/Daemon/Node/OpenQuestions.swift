import Kademlia
import Transport
import Wire
import World

/// Questions of the DHT that are on their way on live links. A lookup asks twenty nodes the same, and a publication hands
/// the same to twenty: nothing in such a question says whom it is for, so it is written and signed once, and goes to all
/// of them under one identifier. That identifier is none of the directory's, and stands for another of these at each
/// peer: who has been asked can answer for itself alone.
struct OpenQuestions {
  private struct Question {
    let request: DHTRequest
    let id: Kademlia.RequestID
    let signedAt: Instant
    let message: OutboundMessage
    var receivers: Set<NodeID> = []
  }

  /// The identifiers of the directory, by the peer that is to answer and the identifier that its answer will repeat.
  private var open: [NodeID: [Kademlia.RequestID: Kademlia.RequestID]] = [:]
  /// What was asked last, the oldest first.
  private var recent: [Question] = []

  /// The message that asks `peer`, signed anew only when the last one that asks the same is too old, or went to this peer.
  mutating func message(
    asking peer: NodeID, _ request: DHTRequest, at now: Instant, using chance: inout some RandomNumberGenerator,
    _ sign: (Kademlia.RequestID) -> WireMessage
  ) -> (id: Kademlia.RequestID, message: OutboundMessage) {
    recent.removeAll { now - $0.signedAt > DaemonSettings.questionLifetime }
    if let index = recent.lastIndex(where: { $0.request == request }) {
      if recent[index].receivers.insert(peer).inserted { return (recent[index].id, recent[index].message) }
      recent.remove(at: index)
    } else if recent.count >= DaemonSettings.recentQuestions {
      recent.removeFirst()
    }
    let id = RequestID(using: &chance)
    let message = OutboundMessage(sign(id))
    recent.append(Question(request: request, id: id, signedAt: now, message: message, receivers: [peer]))
    return (id, message)
  }

  /// Notes that a peer was sent what an answer with `id` belongs to.
  mutating func sent(_ id: Kademlia.RequestID, for request: Kademlia.RequestID, to peer: NodeID) {
    open[peer, default: [:]][id] = request
  }

  /// The request that an answer of a peer belongs to; the identifier itself, which then belongs to none, when the peer has
  /// no such question to answer.
  mutating func answered(_ id: Kademlia.RequestID, by peer: NodeID) -> Kademlia.RequestID {
    open[peer]?.removeValue(forKey: id) ?? id
  }

  /// The answer to a request is no longer wanted.
  mutating func drop(_ request: Kademlia.RequestID) {
    for peer in open.keys {
      guard let index = open[peer]?.firstIndex(where: { $0.value == request }) else { continue }
      open[peer]?.remove(at: index)
      return
    }
  }

  /// Forgets what a peer was to answer, and returns the requests that will get no answer.
  mutating func lose(_ peer: NodeID) -> [Kademlia.RequestID] {
    open.removeValue(forKey: peer).map { $0.values.sorted() } ?? []
  }
}
