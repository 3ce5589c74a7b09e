import E2EE
import Wire
import World

/// What no mailbox takes goes from node to node as a dead drop. Nobody signs for it, so no state changes: it is tried, and
/// everything else goes on.
extension ChatEngine {
  /// - Parameter bundle: the peer's, if it was found.
  mutating func drop<Store, Chance>(
    for peer: NodeID, _ bundle: VerifiedBundle? = nil, in turn: inout Turn<Store, Chance>
  ) throws(ChatError) {
    let now = turn.now
    let known = try turn.kept(turn.store.chatContact(peer))
    guard links[peer] == nil, let keys = known?.keys else { return }
    dropped = dropped.filter { $0.value > now.instant }
    let waiting = try unheld(for: peer, in: turn).filter { entry in
      !entry.deposits.contains { $0.until > now.timestamp } && dropped[entry.key] == nil
    }
    var link = Link(bundle: bundle)
    var sessions = try sessions(with: peer, in: turn)
    for entry in waiting.prefix(settings.dropBatch) {
      guard let ciphertext = try ciphertext(of: entry, on: &link, &sessions, in: &turn) else { break }
      let wire = inner(ciphertext.form.type, ciphertext.payload, at: now)
      guard let sealed = seal(wire, to: keys, in: &turn), sealed.byteCount <= settings.largestDrop else { continue }
      let drop = DeadDropEnvelope(
        id: MessageID.random(using: &turn.chance).text, targetPeerID: peer.hex, sealed: sealed,
        expiresAt: WireDate(now.timestamp + settings.dropLifetime))
      turn.directives.append(.drop(drop, for: peer, message: entry.id))
    }
    try save(sessions, in: turn)
  }
}
